import { asScopeId } from "../src/kernel/ids.js";
import type { OpenAdapters } from "../test/conformance/harness.js";
import { entrySearchOver, memoryServiceOver } from "../test/support/compose.js";
import type { Bench, Section } from "./support/bench.js";
import { loadProbe, PROBE_SCOPE } from "./support/probe-scope.js";
import { atMost, type Row } from "./support/row.js";
import { variedQueries } from "./support/varied-queries.js";

const READ_STATEMENTS = 3;
const READ_ROWS = 32;
const WRITE_STATEMENTS = 10;
const VARIED = 1_000;
const PREPARE_TEXTS = 12;
const SCOPE = asScopeId(PROBE_SCOPE);
const PREPARE_CANDIDATES = 16;
const LARGEST_LIMIT = 50;

interface Cost {
  readonly statements: number;
  readonly rows: number;
  /** Of the statements, as the adapters wrote them, with placeholders. */
  readonly texts: readonly string[];
}

/** The most that any of many calls took. The services run in this process, over the product's adapters, with an observer. */
export const statements: Section = {
  name: "statements",
  title: "Statements and rows of one call, the most of all",
  async run(bench) {
    const adapters = await bench.target.openAdapters();
    const search = entrySearchOver(adapters);
    const { texts, query } = await loadProbe(4);
    const recall = (asked: string) => search.recall(adapters.unitOfWork.reader, SCOPE, asked, PREPARE_CANDIDATES);
    const observed = (call: () => Promise<unknown>) => costOf(adapters, call);
    const costs = async (count: number, call: () => Promise<unknown>): Promise<readonly Cost[]> => {
      const taken: Cost[] = [];
      while (taken.length < count) taken.push(await observed(call));
      return taken;
    };
    const reads = bench.count(300, 60);
    try {
      const writes = await rememberAll(adapters, texts);
      const varied = variedQueries(query);
      return [
        ...readRows(
          "search, limit 10",
          await costs(reads, () => search.search(adapters.unitOfWork.reader, asked(query(), 10))),
          READ_ROWS,
        ),
        ...readRows(
          "search, limit 50",
          await costs(reads, () => search.search(adapters.unitOfWork.reader, asked(query(), LARGEST_LIMIT))),
        ),
        ...readRows("prepare", await costs(reads, () => recall(query())), READ_ROWS),
        textsRow(bench, await costs(VARIED, () => recall(varied()))),
        most("remember, the scope's first, statements", "statements", writes.slice(0, 1)),
        { ...most("remember, statements", "statements", writes.slice(1)), target: atMost(WRITE_STATEMENTS) },
      ];
    } finally {
      await adapters.close();
    }
  },
};

async function costOf(adapters: OpenAdapters, call: () => Promise<unknown>): Promise<Cost> {
  adapters.takeStatements();
  await call();
  const ran = adapters.takeStatements();
  return {
    statements: ran.length,
    rows: ran.reduce((sum, { rows }) => sum + rows, 0),
    texts: ran.map(({ statement }) => statement.sql),
  };
}

async function rememberAll(adapters: OpenAdapters, texts: readonly string[]): Promise<readonly Cost[]> {
  const memories = memoryServiceOver(adapters);
  const writes: Cost[] = [];
  for (const text of texts) {
    const command = { scopeId: SCOPE, kind: "fact", text, reason: undefined, expectedRevision: undefined };
    writes.push(await costOf(adapters, () => memories.remember(command)));
  }
  return writes;
}

/** Each text that an engine has not seen yet costs it more than running it. */
function textsRow({ target }: Bench, taken: readonly Cost[]): Row {
  const texts = new Set(taken.flatMap((cost) => cost.texts));
  const row = { name: `SQL texts of ${String(taken.length)} varied prepares`, value: texts.size, unit: "texts" };
  return target.kind === "oceanbase" ? { ...row, target: atMost(PREPARE_TEXTS) } : row;
}

const asked = (query: string, limit: number) => ({ scopeId: SCOPE, query, limit, mode: "auto" }) as const;

function readRows(name: string, taken: readonly Cost[], mostRows?: number): readonly Row[] {
  const rows = most(`${name}, rows`, "rows", taken);
  return [
    { ...most(`${name}, statements`, "statements", taken), target: atMost(READ_STATEMENTS) },
    mostRows === undefined ? rows : { ...rows, target: atMost(mostRows) },
  ];
}

function most(name: string, unit: "statements" | "rows", taken: readonly Cost[]): Row {
  return { name, value: Math.max(...taken.map((cost) => cost[unit])), unit };
}
