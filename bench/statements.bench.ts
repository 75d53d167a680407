import { asScopeId } from "../src/kernel/ids.js";
import { sqliteFamily } from "../test/adapters/sqlite.family.js";
import { entrySearchOver, memoryServiceOver } from "../test/support/compose.js";
import type { Bench, Section } from "./support/bench.js";
import { loadProbe, PROBE_SCOPE } from "./support/probe-scope.js";
import { atMost, type Row } from "./support/row.js";

const READ_STATEMENTS = 3;
const READ_ROWS = 32;
const WRITE_STATEMENTS = 10;
const SCOPE = asScopeId(PROBE_SCOPE);
const PREPARE_CANDIDATES = 16;
const LARGEST_LIMIT = 50;

interface Cost {
  readonly statements: number;
  readonly rows: number;
}

/** The most that any of many calls took. The services run in this process, over the product's adapters, with an observer. */
export const statements: Section = {
  name: "statements",
  title: "Statements and rows of one call, the most of all",
  async run(bench) {
    const adapters = await sqliteFamily.open();
    const memories = memoryServiceOver(adapters);
    const search = entrySearchOver(adapters);
    const costOf = async (call: () => Promise<unknown>): Promise<Cost> => {
      adapters.takeStatements();
      await call();
      const ran = adapters.takeStatements();
      return { statements: ran.length, rows: ran.reduce((sum, { rows }) => sum + rows, 0) };
    };
    try {
      const writes: Cost[] = [];
      const { texts, query } = await loadProbe(4);
      for (const text of texts) {
        const command = { scopeId: SCOPE, kind: "fact", text, reason: undefined, expectedRevision: undefined };
        writes.push(await costOf(() => memories.remember(command)));
      }
      return [
        ...readRows("search, limit 10", await costs(bench, costOf, () => search.search(asked(query(), 10))), READ_ROWS),
        ...readRows("search, limit 50", await costs(bench, costOf, () => search.search(asked(query(), LARGEST_LIMIT)))),
        ...readRows(
          "prepare",
          await costs(bench, costOf, () =>
            search.recall(adapters.unitOfWork.reader, SCOPE, query(), PREPARE_CANDIDATES),
          ),
          READ_ROWS,
        ),
        most("remember, the scope's first, statements", "statements", writes.slice(0, 1)),
        { ...most("remember, statements", "statements", writes.slice(1)), target: atMost(WRITE_STATEMENTS) },
      ];
    } finally {
      await adapters.close();
    }
  },
};

const asked = (query: string, limit: number) => ({ scopeId: SCOPE, query, limit, mode: "auto" }) as const;

async function costs(
  bench: Bench,
  costOf: (call: () => Promise<unknown>) => Promise<Cost>,
  call: () => Promise<unknown>,
): Promise<readonly Cost[]> {
  const taken: Cost[] = [];
  for (let round = bench.count(300, 60); round > 0; round--) taken.push(await costOf(call));
  return taken;
}

function readRows(name: string, taken: readonly Cost[], mostRows?: number): readonly Row[] {
  const rows = most(`${name}, rows`, "rows", taken);
  return [
    { ...most(`${name}, statements`, "statements", taken), target: atMost(READ_STATEMENTS) },
    mostRows === undefined ? rows : { ...rows, target: atMost(mostRows) },
  ];
}

function most(name: string, unit: keyof Cost, taken: readonly Cost[]): Row {
  return { name, value: Math.max(...taken.map((cost) => cost[unit])), unit };
}
