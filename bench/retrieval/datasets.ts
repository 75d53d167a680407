import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** One scope of documents with questions whose answers are known to stand in some of them. */
export interface Collection {
  readonly name: string;
  readonly texts: readonly string[];
  readonly questions: readonly Question[];
}

interface Question {
  readonly text: string;
  /** Indexes of the documents that answer it, at least one. */
  readonly evidence: readonly number[];
}

/** The data is for evaluation only and lies outside the repository. */
const dataDirectory = resolve(process.env["POWERCONTEXT_BENCH_DATA"] ?? "../shared/data");

/** How a turn of a conversation becomes an entry. */
export type TurnForm = "speaker" | "plain";

/** One collection per conversation, one document per turn, the questions of categories 1–4 that have evidence. */
export async function loadLocomo(form: TurnForm): Promise<readonly Collection[]> {
  const samples = await load<readonly LocomoSample[]>("locomo-dev.json");
  return samples.map(({ sample_id, conversation, qa }) => {
    const turns = sessionsOf(conversation).flat();
    const position = new Map(turns.map(({ dia_id }, index) => [dia_id, index]));
    const questions = qa
      .filter(({ category }) => category <= 4)
      .map(({ question, evidence }) => ({ text: question, evidence: evidenceOf(evidence ?? [], position) }));
    return {
      name: `locomo/${sample_id}`,
      texts: turns.map(({ speaker, text }) => (form === "speaker" ? `${speaker}: ${text}` : text)),
      questions: questions.filter(({ evidence }) => evidence.length > 0),
    };
  });
}

/** All passages of a file are one collection; a question's evidence is the passage it was written for. */
export async function loadPassages(file: string): Promise<Collection> {
  const passages = await load<readonly Passage[]>(file);
  const questions = passages.flatMap(({ queries }, index) => queries.map((text) => ({ text, evidence: [index] })));
  return { name: file, texts: passages.map(({ text }) => text), questions };
}

interface LocomoSample {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly {
    readonly question: string;
    readonly evidence?: readonly string[];
    readonly category: number;
  }[];
}

interface Turn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
}

interface Passage {
  readonly text: string;
  readonly queries: readonly string[];
}

async function load<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(resolve(dataDirectory, file), "utf8")) as T;
}

function sessionsOf(conversation: Readonly<Record<string, unknown>>): readonly (readonly Turn[])[] {
  const keys = Object.keys(conversation).filter((key) => /^session_\d+$/u.test(key));
  const inOrder = keys.sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)));
  return inOrder.map((key) => conversation[key] as readonly Turn[]);
}

/** Some entries name several turns in one string or misplace the colon: `D8:6; D9:17`, `D:11:26`. */
function evidenceOf(evidence: readonly string[], position: ReadonlyMap<string, number>): readonly number[] {
  const ids = evidence.flatMap((entry) => [...entry.matchAll(/D:?(\d+):(\d+)/gu)]);
  const found = ids.map(([, session, turn]) => position.get(`D${String(Number(session))}:${String(Number(turn))}`));
  return [...new Set(found.filter((index) => index !== undefined))];
}
