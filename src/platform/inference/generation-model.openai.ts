import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

import { type Generation, GenerationModel, type OutputShape } from "../../kernel/generation-model.port.js";
import type { Meter } from "../../kernel/meter.port.js";
import { NO_TRACER, type Tracer } from "../../kernel/tracer.port.js";
import type { GenerationConfig } from "../config/inference.config.js";
import { boundedFetch } from "./bounded-fetch.js";
import { CallDeadline } from "./call-deadline.js";
import { type ChatMessage, messagesOf, repairing } from "./chat-messages.js";
import { InferenceError } from "./inference-error.js";
import { jsonAnswer } from "./json-answer.policy.js";
import { addTokens, metered, type Tally } from "./metered-call.js";
import { providerFailure } from "./provider-failure.policy.js";

type ChatModel = ReturnType<ReturnType<typeof createOpenAICompatible>["chatModel"]>;

const MAX_OUTPUT_TOKENS = 8_192;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const PROBE: readonly ChatMessage[] = [{ role: "user", content: [{ type: "text", text: "Answer with the word ok." }] }];
const PROBE_TOKENS = 16;

interface Asking {
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
  readonly shape: OutputShape<unknown> | undefined;
}

type Reply = { readonly kind: "answer"; readonly text: string } | { readonly kind: "again"; readonly waitMs: number };

/** Generates over the OpenAI wire, which most providers and local servers speak. */
export class OpenAiGenerationModel extends GenerationModel {
  readonly timeoutMs: number;
  private readonly model: ChatModel;
  /** A provider that refuses a part of the request is asked with messages alone from then on. */
  private isPlain = false;

  constructor(
    private readonly config: GenerationConfig,
    readonly meter: Meter,
    readonly tracer: Tracer = NO_TRACER,
  ) {
    super();
    this.timeoutMs = config.timeoutMs;
    const { baseUrl, apiKey, model } = config.address;
    this.model = createOpenAICompatible({
      name: "provider",
      baseURL: baseUrl,
      ...(apiKey === undefined ? {} : { apiKey }),
      fetch: boundedFetch(MAX_ANSWER_BYTES),
      supportsStructuredOutputs: true,
    }).chatModel(model);
  }

  override generate<T>(generation: Generation<T>): Promise<T> {
    const { purpose, signal } = generation;
    return metered(this, { model: "generation", purpose }, (tally) =>
      this.generateWithin(new CallDeadline(this.timeoutMs, signal), generation, tally),
    );
  }

  /** One short generation, to see whether it works. @throws InferenceError */
  probe(deadlineMs: number): Promise<void> {
    return metered(this, { model: "generation", purpose: "probe" }, async (tally) => {
      const deadline = new CallDeadline(deadlineMs, undefined);
      const asking = { messages: PROBE, maxTokens: PROBE_TOKENS, shape: undefined };
      const first = await this.ask(asking, deadline, tally);
      const wasRefusedForItsForm = first.kind === "again" && first.waitMs === 0;
      const reply = wasRefusedForItsForm ? await this.ask(asking, deadline, tally) : first;
      if (reply.kind !== "answer") throw new InferenceError("unavailable");
    });
  }

  private async generateWithin<T>(deadline: CallDeadline, generation: Generation<T>, tally: Tally): Promise<T> {
    let messages = messagesOf(generation);
    while (tally.requests < this.config.maxRequests) {
      const asking = { messages, maxTokens: MAX_OUTPUT_TOKENS, shape: generation.output };
      const reply = await this.ask(asking, deadline, tally);
      if (reply.kind === "answer") {
        const value = generation.output.read(jsonAnswer(reply.text));
        if (value !== undefined) return value;
        messages = repairing(messages, reply.text);
      } else if (tally.requests < this.config.maxRequests) {
        await deadline.pause(reply.waitMs);
      }
    }
    throw new InferenceError("unavailable");
  }

  /** One request. @throws InferenceError when another one would be of no use. */
  private async ask(asking: Asking, deadline: CallDeadline, tally: Tally): Promise<Reply> {
    deadline.refuseIfOver();
    const isPlain = this.isPlain;
    tally.requests++;
    try {
      const { content, finishReason, usage } = await this.model.doGenerate({
        prompt: asking.messages.map(asPrompt),
        abortSignal: deadline.signal,
        ...(isPlain ? {} : withSettings(asking)),
      });
      addTokens(tally, usage.inputTokens.total, usage.outputTokens.total);
      if (finishReason.unified === "content-filter") throw new InferenceError("unavailable");
      return { kind: "answer", text: content.map((part) => (part.type === "text" ? part.text : "")).join("") };
    } catch (error) {
      if (error instanceof InferenceError) throw error;
      deadline.refuseIfOver();
      return this.replyTo(error, isPlain);
    }
  }

  private replyTo(error: unknown, wasPlain: boolean): Reply {
    const failure = providerFailure(error);
    switch (failure.kind) {
      case "repeatable":
        return { kind: "again", waitMs: failure.waitMs };
      case "form":
        // Refused without any of it: the form was not the reason.
        this.isPlain = !wasPlain;
        if (wasPlain) throw new InferenceError("misconfigured");
        return { kind: "again", waitMs: 0 };
      case "final":
        throw new InferenceError(failure.fault);
    }
  }
}

function withSettings({ maxTokens, shape }: Asking) {
  return {
    temperature: 0,
    maxOutputTokens: maxTokens,
    ...(shape && { responseFormat: { type: "json" as const, name: shape.name, schema: shape.jsonSchema } }),
    // The strict form accepts few schemas, and whatever is answered is read with suspicion.
    providerOptions: { openaiCompatible: { strictJsonSchema: false } },
  };
}

function asPrompt(message: ChatMessage) {
  return message.role === "system" ? message : { ...message, content: [...message.content] };
}
