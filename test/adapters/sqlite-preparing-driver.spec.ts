import { PreparingDatabase } from "../../src/platform/database/preparing-driver.sqlite.js";

class RecordingDatabase extends PreparingDatabase {
  readonly compiled: string[] = [];

  override prepare(sql: string, ...rest: never[]) {
    this.compiled.push(sql);
    return super.prepare(sql, ...rest);
  }
}

const NUMBERS =
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n ORDER BY i";

describe("the driver that keeps its statements", () => {
  let database: RecordingDatabase;

  beforeEach(() => {
    database = new RecordingDatabase(":memory:");
  });

  afterEach(
    () =>
      new Promise<void>((resolve) => {
        database.close(() => {
          resolve();
        });
      }),
  );

  it("compiles a text once and runs it with each caller's values", async () => {
    const doubled = "SELECT ? * 2 AS doubled";

    expect(await database.rows(doubled, [2])).toEqual([{ doubled: 4 }]);
    expect(await database.rows(doubled, [5])).toEqual([{ doubled: 10 }]);
    expect(database.compiled).toEqual([doubled]);
  });

  it("hides a bound limit from the planner, which would compile again for every value, and still keeps to it", async () => {
    const limited = `SELECT i FROM (${NUMBERS} LIMIT ?) LIMIT ?`;

    expect(await database.rows(limited, [4, 2])).toEqual([{ i: 1 }, { i: 2 }]);
    expect(await database.rows(limited, [3, 9])).toEqual([{ i: 1 }, { i: 2 }, { i: 3 }]);
    expect(await database.rows(limited, [3, 0])).toEqual([]);
    expect(database.compiled).toEqual([`SELECT i FROM (${NUMBERS} LIMIT ? + 0) LIMIT ? + 0`]);
  });
});
