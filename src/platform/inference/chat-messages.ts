import type { Generation } from "../../kernel/generation-model.port.js";

export type ChatMessage =
  | { readonly role: "system"; readonly content: string }
  | {
      readonly role: "user" | "assistant";
      readonly content: readonly { readonly type: "text"; readonly text: string }[];
    };

/** The schema stands in the instructions too: many servers accept a response format and do not enforce it. */
export function messagesOf<T>({ instructions, input, output }: Generation<T>): readonly ChatMessage[] {
  const form = `Answer with one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(output.jsonSchema)}`;
  return [
    { role: "system", content: `${instructions}\n\n${form}` },
    { role: "user", content: [{ type: "text", text: input }] },
  ];
}

/** Asks again with the answer that did not fit in view: repeating the request alone would repeat the answer. */
export function repairing(messages: readonly ChatMessage[], answer: string): readonly ChatMessage[] {
  const text = "That does not fit the JSON Schema. Answer again with one JSON object that does, and with nothing else.";
  return [
    ...messages,
    // An empty message is refused by some providers.
    ...(answer === "" ? [] : [{ role: "assistant" as const, content: [{ type: "text" as const, text: answer }] }]),
    { role: "user", content: [{ type: "text", text }] },
  ];
}
