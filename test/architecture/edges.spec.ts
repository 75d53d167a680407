import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");
const CONFIG = join(ROOT, ".dependency-cruiser.cjs");
const CRUISER = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

interface Violation {
  readonly rule: string;
  readonly from: string;
}

/** What each file of a tree imports; with `type ` before the path, for its types only. */
type Tree = Readonly<Record<string, readonly string[]>>;

/** A small house that keeps every edge: all that the rules allow, used once. */
const CLEAN: Tree = {
  "src/kernel/ids.ts": ["node:crypto", "canonicalize"],
  "src/kernel/clock.port.ts": ["./ids.js"],
  "src/platform/config/server.config.ts": ["../../kernel/ids.js"],
  "src/platform/database/unit.sqlite.ts": ["typeorm", "sqlite3", "../../kernel/ids.js"],
  "src/platform/database/unit.oceanbase.ts": ["typeorm", "../../kernel/ids.js"],
  "src/platform/http/error.filter.ts": ["@nestjs/common", "../../kernel/ids.js", "../config/server.config.js"],
  "src/source/domain/source.types.ts": ["../../kernel/ids.js"],
  "src/source/domain/source.policy.ts": ["./source.types.js"],
  "src/source/domain/source.policy.spec.ts": ["./source.policy.js", "../../../test/support/a-source.js", "fast-check"],
  "src/source/ports/journal.port.ts": ["../domain/source.types.js", "../../kernel/ids.js"],
  "src/source/adapters/journal.repository.ts": [
    "@nestjs/common",
    "../ports/journal.port.js",
    "../../platform/database/unit.sqlite.js",
  ],
  "src/source/adapters/upsert.sqlite.ts": ["./journal.repository.js"],
  "src/source/source.service.ts": ["@nestjs/common", "./domain/source.policy.js", "./ports/journal.port.js"],
  "src/source/http/source.dto.ts": ["@nestjs/swagger", "../../platform/http/error.filter.js"],
  "src/source/http/source.controller.ts": ["./source.dto.js", "../source.service.js", "../domain/source.types.js"],
  "src/source/source.module.ts": ["./adapters/journal.repository.js", "./http/source.controller.js"],
  "src/source/index.ts": ["./source.module.js", "./source.service.js"],
  "src/memory/memory.service.ts": ["../source/index.js"],
  "src/memory/ports/entries.port.ts": ["type ../../source/index.js", "../../kernel/ids.js"],
  "src/memory/index.ts": ["./memory.service.js"],
  "src/health/health.module.ts": ["../memory/index.js", "../platform/config/server.config.js"],
  "src/health/readiness.service.ts": ["../platform/config/server.config.js", "../memory/index.js"],
  "src/client/client.ts": ["./exchange.js"],
  "src/client/exchange.ts": [],
  "src/app.module.ts": ["./source/source.module.js", "./health/health.module.js"],
  "src/main.ts": ["./app.module.js", "./platform/config/server.config.js"],
  "integrations/codex/hook.ts": ["node:http", "../../src/checkout/scope.js"],
  "src/checkout/scope.ts": ["node:fs"],
  "test/support/a-source.ts": ["../../src/source/domain/source.types.js"],
  "test/adapters/journal.spec.ts": ["../../src/source/adapters/journal.repository.js", "typeorm"],
};

/** One seeded violation a line: the rule that must speak, the file at fault, its import. */
const SEEDS: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ["no-cycles", "src/source/domain/chicken.policy.ts", "./egg.policy.js"],
  ["resolvable", "src/source/lost.service.ts", "./no-such-file.js"],
  ["production-dependencies", "src/source/adapters/tool.repository.ts", "fast-check"],
  ["kernel-imports-itself", "src/kernel/feature.ts", "../source/domain/source.types.js"],
  ["kernel-imports-itself", "src/kernel/disk.ts", "node:fs"],
  ["kernel-imports-itself", "src/kernel/typed.ts", "type ../source/domain/source.types.js"],
  ["domain-imports-domain-and-kernel", "src/source/domain/disk.policy.ts", "node:fs"],
  ["domain-imports-domain-and-kernel", "src/source/domain/stored.policy.ts", "../ports/journal.port.js"],
  ["domain-imports-domain-and-kernel", "src/memory/domain/neighbour.policy.ts", "../../source/index.js"],
  ["ports-speak-domain", "src/source/ports/configured.port.ts", "../../platform/config/server.config.js"],
  ["ports-speak-domain", "src/source/ports/served.port.ts", "../source.service.js"],
  ["ports-take-types-from-doors", "src/memory/ports/door.port.ts", "../../source/index.js"],
  ["service-knows-no-edge", "src/source/stored.service.ts", "./adapters/journal.repository.js"],
  ["service-knows-no-edge", "src/source/wired.service.ts", "./http/source.dto.js"],
  ["service-knows-no-edge", "src/source/configured.service.ts", "../platform/config/server.config.js"],
  ["http-talks-to-the-service", "src/source/http/port.controller.ts", "../ports/journal.port.js"],
  ["http-talks-to-the-service", "src/source/http/adapter.controller.ts", "../adapters/journal.repository.js"],
  ["http-talks-to-the-service", "src/source/http/database.controller.ts", "../../platform/database/unit.sqlite.js"],
  ["adapters-named-in-modules", "src/source/exported.ts", "./adapters/journal.repository.js"],
  ["sqlite-knows-no-oceanbase", "src/platform/database/mixed.sqlite.ts", "./unit.oceanbase.js"],
  ["oceanbase-knows-no-sqlite", "src/platform/database/mixed.oceanbase.ts", "./unit.sqlite.js"],
  ["drivers-behind-ports", "src/platform/http/orm.filter.ts", "typeorm"],
  ["drivers-behind-ports", "src/source/driver.module.ts", "sqlite3"],
  ["drivers-behind-ports", "src/memory/other-driver.module.ts", "mysql2/promise"],
  ["no-nest-in-the-core", "src/kernel/nest.ts", "@nestjs/common"],
  ["no-nest-in-the-core", "src/source/domain/nest.policy.ts", "@nestjs/common"],
  ["no-nest-in-the-core", "src/source/ports/nest.port.ts", "@nestjs/common"],
  ["adapters-know-injectable-only", "src/source/adapters/nest.repository.ts", "@nestjs/core"],
  ["feature-door", "src/memory/window.service.ts", "../source/source.service.js"],
  ["feature-door", "src/health/window.ts", "../source/domain/source.types.js"],
  ["feature-order-source", "src/source/upward.service.ts", "../search/index.js"],
  ["feature-order-search", "src/search/upward.service.ts", "../memory/index.js"],
  ["feature-order-memory", "src/memory/upward.service.ts", "../experience/index.js"],
  ["feature-order-experience", "src/experience/upward.service.ts", "../context/index.js"],
  ["feature-order-context", "src/context/upward.service.ts", "../mcp/index.js"],
  ["platform-below-features", "src/platform/http/feature.filter.ts", "../../source/index.js"],
  ["nothing-imports-the-top", "src/source/probe.service.ts", "../health/health.module.js"],
  ["nothing-imports-the-top", "src/platform/http/app.filter.ts", "../../app.module.js"],
  ["src-never-imports-test", "src/source/fixture.service.ts", "../../test/support/a-source.js"],
  ["client-imports-no-server", "src/client/shortcut.ts", "../kernel/ids.js"],
  ["client-imports-no-server", "src/client/node-only.ts", "node:http"],
  ["client-imports-no-server", "src/client/installed.ts", "ajv"],
  ["checkout-imports-itself", "src/checkout/short.policy.ts", "../kernel/ids.js"],
  ["checkout-imports-itself", "src/checkout/installed.ts", "ajv"],
  ["integrations-import-no-server", "integrations/codex/shortcut.ts", "../../src/client/client.js"],
];

/** What only the seeds import. */
const SEED_TARGETS: Tree = {
  "src/source/domain/egg.policy.ts": ["./chicken.policy.js"],
  "src/search/index.ts": [],
  "src/experience/index.ts": [],
  "src/context/index.ts": [],
  "src/mcp/index.ts": [],
};

const trees: string[] = [];

function plant(tree: Tree): string {
  const root = mkdtempSync(join(tmpdir(), "edges-"));
  trees.push(root);
  for (const [file, imports] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), [...imports.map(statement), "export {};"].join("\n"));
  }
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, "package.json"), JSON.stringify(createRequire(__filename)(join(ROOT, "package.json"))));
  return root;
}

function statement(imported: string): string {
  const path = imported.replace(/^type /u, "");
  return path === imported ? `import ${JSON.stringify(path)};` : `import type {} from ${JSON.stringify(path)};`;
}

function violationsIn(root: string, folders: readonly string[]): readonly Violation[] {
  const args = [CRUISER, "--config", CONFIG, "--output-type", "json", ...folders];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (run.stdout === "") throw new Error(`dependency-cruiser did not run: ${run.stderr}`);
  const report = JSON.parse(run.stdout) as {
    summary: { totalCruised: number; violations: { from: string; rule: { name: string } }[] };
  };
  expect(report.summary.totalCruised).toBeGreaterThan(0);
  return report.summary.violations.map(({ from, rule }) => ({ rule: rule.name, from }));
}

describe("the edges of the house", () => {
  let seeded: readonly Violation[];

  beforeAll(() => {
    const tree: Record<string, readonly string[]> = { ...CLEAN, ...SEED_TARGETS };
    for (const [, file, imported] of SEEDS) tree[file] = [imported];
    seeded = violationsIn(plant(tree), ["src", "integrations", "test"]);
  });

  afterAll(() => {
    for (const tree of trees) rmSync(tree, { recursive: true, force: true });
  });

  it.each(SEEDS)("rule %s catches %s importing %s", (rule, file) => {
    expect(seeded).toContainEqual({ rule, from: file });
  });

  it("has a seeded violation for every rule", () => {
    const { forbidden } = createRequire(__filename)(CONFIG) as { forbidden: { name: string }[] };

    expect(new Set(SEEDS.map(([rule]) => rule))).toEqual(new Set(forbidden.map((rule) => rule.name)));
  });

  it("blames the files at fault and no other", () => {
    expect([...new Set(seeded.map((violation) => violation.from))].sort()).toEqual(
      [...new Set(SEEDS.map(([, file]) => file))].sort(),
    );
  });

  it("lets a house pass that keeps them", () => {
    expect(violationsIn(plant(CLEAN), ["src", "integrations", "test"])).toEqual([]);
  });

  it("lets this house pass", () => {
    expect(violationsIn(ROOT, ["src", "test", "bench", "integrations"])).toEqual([]);
  });
});
