import fc from "fast-check";

import { type Outgoing, outgoing, scopeOf } from "./outgoing.js";
import { type Plan, plans } from "./plan.js";
import { asJson, parsed } from "./json-text.js";
import { problemsOf } from "./verdict.js";
import { type Answered, type Outcome, Wire } from "./wire.js";
import { World } from "./world.js";

export interface CampaignOptions {
  readonly url: string;
  readonly requests: number;
  readonly seed: number;
}

export interface CampaignReport {
  readonly requests: number;
  /** How often each `operation status code` was answered. Success has no code. */
  readonly answers: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
}

/** One kind of answer that breaks the contract: what is wrong, and a request that shows it, as small as it was found. */
interface Failure {
  readonly problem: string;
  readonly seed: number;
  /** Of the request among those of the seed. */
  readonly index: number;
  /** Whether it failed again when it was sent anew and made smaller. */
  readonly shrunk: boolean;
  readonly request: string;
  readonly answer: string;
}

const CONNECTIONS = 16;
/** Values are drawn in such portions, each with a seed of its own: fast-check is asked again for one of them to shrink it. */
const PORTION = 500;
const MOST_FAILURES = 12;
const SHRINK_MS = 20_000;

interface Found {
  /** Of what was sent. */
  readonly label: string;
  readonly problem: string;
  readonly seed: number;
  readonly index: number;
  readonly sent: Outgoing;
  readonly outcome: Outcome | undefined;
}

/** Sends generated requests over sixteen connections and holds every answer against the contract. */
export async function runCampaign({ url, requests, seed }: CampaignOptions): Promise<CampaignReport> {
  const campaign = new Campaign(new Wire(url, CONNECTIONS), new World(`fuzz-${String(seed)}`));
  try {
    for (let done = 0; done < requests && campaign.found.size < MOST_FAILURES; done += PORTION) {
      await campaign.send(seed + done / PORTION, Math.min(PORTION, requests - done));
    }
    const failures: Failure[] = [];
    for (const found of campaign.found.values()) failures.push(await campaign.shrink(found));
    return { requests: campaign.sent, answers: campaign.sortedAnswers(), failures };
  } finally {
    campaign.close();
  }
}

class Campaign {
  sent = 0;
  /** By what is wrong: each kind is reported once. */
  readonly found = new Map<string, Found>();
  private readonly answers = new Map<string, number>();

  constructor(
    private readonly wire: Wire,
    private readonly world: World,
  ) {}

  close(): void {
    this.wire.close();
  }

  async send(seed: number, count: number): Promise<void> {
    const drawn = fc.sample(fc.tuple(plans), { seed, numRuns: count });
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let index = next++; index < drawn.length; index = next++) {
        const [plan] = drawn[index] ?? [];
        if (plan !== undefined) await this.try(plan, seed, index);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  }

  /** Sends it anew, smaller and smaller, as long as it fails. */
  async shrink(found: Found): Promise<Failure> {
    const { seed, index } = found;
    let smallest: Found = found;
    const failsAgain = fc.asyncProperty(plans, async (plan) => {
      const again = await this.attempt(plan, seed, index);
      if (again.problem !== found.problem) return true;
      smallest = { ...found, sent: again.sent, outcome: again.outcome };
      return false;
    });
    const options = { seed, path: String(index), numRuns: 1, interruptAfterTimeLimit: SHRINK_MS };
    const { failed } = await fc.check(failsAgain, options);
    const { label, problem, sent, outcome } = smallest;
    const answer = outcome === undefined ? "none" : JSON.stringify(outcome).slice(0, SHOWN);
    return { problem: `${label}: ${problem}`, seed, index, shrunk: failed, request: shown(sent), answer };
  }

  sortedAnswers(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.answers].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  private async try(plan: Plan, seed: number, index: number): Promise<void> {
    const { problem, sent, outcome } = await this.attempt(plan, seed, index);
    this.sent += 1;
    this.count(plan, outcome);
    const answered = typeof outcome === "object" ? parsed(outcome.body) : undefined;
    this.world.learn(scopeOf(sent.body), structured(answered));
    const kind = `${labelOf(plan)}: ${problem ?? ""}`;
    if (problem === undefined || this.found.has(kind)) return;
    this.found.set(kind, { label: labelOf(plan), problem, seed, index, sent, outcome });
  }

  private async attempt(plan: Plan, seed: number, index: number) {
    const sent = outgoing(plan, this.world);
    const outcomes = await this.wire.send(sent);
    const bad = outcomes.find((outcome) => problemsOf(sent, outcome).length > 0);
    const problem = bad === undefined ? undefined : problemsOf(sent, bad)[0];
    return { problem, seed, index, sent, outcome: bad ?? outcomes.at(-1) };
  }

  private count(plan: Plan, outcome: Outcome | undefined): void {
    const answer = typeof outcome === "object" ? `${String(outcome.status)}${codeIn(outcome)}` : "no answer";
    const label = `${labelOf(plan)} ${answer}`;
    this.answers.set(label, (this.answers.get(label) ?? 0) + 1);
  }
}

function labelOf(plan: Plan): string {
  if (plan.kind === "operation") return plan.operation;
  return plan.kind === "tool" ? `tool ${plan.tool}` : plan.kind;
}

/** The answer of an operation, or that of its tool. */
function structured(answered: unknown): unknown {
  const { result } = asJson(answered);
  return asJson(result)["structuredContent"] ?? answered;
}

function codeIn({ body }: Answered): string {
  const code = /"(?:code|\\"code\\")":\\?"?([\w-]+)/u.exec(body)?.[1] ?? /\\"code\\":\\"(\w+)/u.exec(body)?.[1];
  return code === undefined || !/"error|\\"error/u.test(body) ? "" : ` ${code}`;
}

const SHOWN = 4_000;

function shown({ method, path, headers, body }: Outgoing): string {
  const text = body?.toString("utf8") ?? "";
  const isText = body === undefined || Buffer.from(text, "utf8").equals(body);
  const bytes = isText ? JSON.stringify(text) : `(latin1) ${JSON.stringify(body.toString("latin1"))}`;
  return `${method} ${path} ${JSON.stringify(headers)} ${bytes.slice(0, SHOWN)}`;
}
