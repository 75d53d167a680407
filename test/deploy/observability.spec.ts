import { readFileSync } from "node:fs";

import { parse } from "yaml";

import { Api } from "../support/api.js";
import { operation } from "../support/contract.js";
import { anchorsOf } from "../support/doc-page.js";
import { candidates } from "../support/flush-world.js";
import { OpenAiServer } from "../support/openai-server.js";
import { readQuery } from "../support/promql.js";
import { startTracedApp } from "../support/traced-app.js";
import { until } from "../support/until.js";

const DASHBOARD = "observability/grafana/powercontext.json";
const ALERTS = "observability/prometheus/alerts.yml";
const SCRAPE = "observability/prometheus/prometheus.yml";
const RUNBOOK = "docs/operations.md";

/** Given by Prometheus to everything it scrapes, and the metric it makes itself. */
const TARGET_LABELS = ["job", "instance"];
const OF_PROMETHEUS = "up";

/** Exported and on no panel: other forms of what is there, or of use only to who takes the runtime apart. */
const LEFT_OUT = [
  /^process_(?:cpu_(?:user|system)_seconds_total|virtual_memory_bytes|heap_bytes)$/,
  /^nodejs_eventloop_lag_(?:seconds|min_seconds|max_seconds|mean_seconds|stddev_seconds|p90_seconds)$/,
  /^nodejs_(?:active_(?:resources|handles|requests)(?:_total)?|external_memory_bytes|heap_size_total_bytes)$/,
  /^nodejs_heap_space_size_(?:total|used|available)_bytes$/,
];

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const dashboard = JSON.parse(readFileSync(DASHBOARD, "utf8")) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string; query: unknown }[] };
};
const { groups } = parse(readFileSync(ALERTS, "utf8")) as { readonly groups: readonly { readonly rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** What Grafana puts in before it asks. */
const inGrafana = (expr: string): string => expr.replaceAll("$__rate_interval", "5m");

const panelQueries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ where: title, expr: inGrafana(expr), legendFormat })),
);
const queries = [...panelQueries, ...rules.map(({ alert, expr }) => ({ where: alert, expr, legendFormat: "" }))];

/** A sample's metric and labels, and what the text says it is. */
interface Exported {
  /** Names as queries say them: `_bucket`, `_sum` and `_count` of a histogram. */
  readonly labels: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
  readonly families: ReadonlySet<string>;
}

function readExposition(text: string): Exported {
  const labels = new Map<string, Map<string, Set<string>>>();
  const families = new Set<string>();
  for (const line of text.split("\n")) {
    const family = /^# TYPE (\S+) /.exec(line)?.[1];
    if (family !== undefined) families.add(family);
    const sample = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line);
    if (sample === null) continue;
    const [, name = "", pairs = ""] = sample;
    labels.set(name, withLabels(labels.get(name) ?? new Map<string, Set<string>>(), pairs));
  }
  return { labels, families };
}

function withLabels(known: Map<string, Set<string>>, pairs: string): Map<string, Set<string>> {
  for (const [, label = "", value = ""] of pairs.matchAll(/(\w+)="([^"]*)"/g)) {
    known.set(label, (known.get(label) ?? new Set()).add(value));
  }
  return known;
}

/** What a server exports that has a model, vectors, schedules and traces, and has worked. */
async function exportedBySomeServer(): Promise<Exported> {
  const provider = await OpenAiServer.start();
  provider.chat.answer(() => candidates({ text: "Releases go out on Tuesdays.", sources: [1] }));
  const { server, close } = await startTracedApp({
    RUNTIME_SCHEDULE_SECONDS: "0.1",
    RUNTIME_EXPERIENCE_SCHEDULE_SECONDS: "0.1",
    ...provider.generationSettings(),
    ...provider.embeddingSettings(),
  });
  try {
    const scope = new Api(server.url).scope("watched");
    await scope.capture("first", "The release was late again.");
    await scope.remember("Run contract tests after changes.");
    await scope.prepare("contract tests");
    await scope.call("flush_memory");
    await scope.call("search_memory", { query: "contract", mode: "nonsense" });
    let text = "";
    await until(async () => {
      text = (await server.request("GET", "/metrics")).body as string;
      return (
        text.includes("nodejs_gc_duration_seconds_sum") && text.includes('inference_calls_total{model="embedding"')
      );
    });
    return readExposition(text);
  } finally {
    await close();
    await provider.down();
  }
}

describe("the dashboard and the alerts", () => {
  let exported: Exported;

  beforeAll(async () => {
    exported = await exportedBySomeServer();
  });

  it.each(queries)("$where asks for what a server exports: $expr", ({ expr, legendFormat }) => {
    const { selectors, groupings } = readQuery(expr);
    const available = new Set([...TARGET_LABELS]);
    for (const { metric, matchers } of selectors) {
      if (metric === OF_PROMETHEUS) continue;
      const labels = exported.labels.get(metric);
      expect({ metric, isExported: labels !== undefined }).toEqual({ metric, isExported: true });
      for (const label of labels?.keys() ?? []) available.add(label);
      for (const [label, values] of Object.entries(matchers)) {
        if (TARGET_LABELS.includes(label)) continue;
        const known = valuesOf(label, labels?.get(label));
        expect({ label, values: values.filter((value) => !known.includes(value)) }).toEqual({ label, values: [] });
      }
    }
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
    expect([...groupings, ...shown].filter((label) => !available.has(label))).toEqual([]);
  });

  it("show everything that a server exports, but what is left out on purpose", () => {
    const asked = new Set(
      panelQueries.flatMap(({ expr }) => readQuery(expr).selectors.map(({ metric }) => familyOf(metric, exported))),
    );
    const unseen = [...exported.families].filter((family) => !asked.has(family));
    expect(unseen.filter((family) => !LEFT_OUT.some((pattern) => pattern.test(family)))).toEqual([]);
    const alive = LEFT_OUT.filter((pattern) => unseen.some((family) => pattern.test(family)));
    expect(alive).toEqual(LEFT_OUT);
    // What no guard and no scrape of the process could have made up.
    expect(asked).toContain("powercontext_server_database_unit_repeats_total");
  });
});

/** Those that were seen, and those of closed sets that no healthy server shows. */
function valuesOf(label: string, seen: ReadonlySet<string> = new Set()): readonly string[] {
  if (label === "outcome") return [...seen, "server_error", "client_error"];
  return [...seen];
}

function familyOf(metric: string, { families }: Exported): string {
  return families.has(metric) ? metric : metric.replace(/_(?:bucket|sum|count)$/, "");
}

describe("the dashboard", () => {
  it("lets its data source, job and instance be chosen, and uses no other", () => {
    expect(dashboard.templating.list.map(({ name, type }) => [name, type])).toEqual([
      ["datasource", "datasource"],
      ["job", "query"],
      ["instance", "query"],
    ]);
    const text = readFileSync(DASHBOARD, "utf8");
    const used = [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = ""]) => name);
    expect([...new Set(used)].sort()).toEqual(["__all", "__rate_interval", "datasource", "instance", "job"]);
    expect(panelQueries.every(({ expr }) => expr.includes('job=~"$job", instance=~"$instance"'))).toBe(true);
  });

  it("has a panel for each number once, under its rows", () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(dashboard.panels.filter(({ type }) => type === "row").map(({ title }) => title)).toEqual([
      "Traffic and errors",
      "Latency",
      "Saturation",
      "Database",
      "Journal and flush",
      "Models",
      "Vectors and review",
      "Process",
    ]);
    expect(dashboard.panels.filter(({ type, targets }) => type !== "row" && targets?.length === 0)).toEqual([]);
  });

  it("asks for operations that there are", () => {
    const named = queries.flatMap(({ expr }) =>
      readQuery(expr).selectors.flatMap(({ matchers }) => matchers["operation"] ?? []),
    );
    expect([...new Set(named)].map((id) => operation(id).path)).toEqual(["/v1/context/prepare"]);
  });
});

describe("the alerts", () => {
  it.each(rules)(
    "$alert says how bad it is, what it is, and where to read on",
    ({ alert, labels, annotations, ...rule }) => {
      expect(["critical", "warning", "info"]).toContain(labels["severity"]);
      expect(annotations["summary"]).toMatch(/^\S.*\.$/);
      expect(rule.for).toMatch(/^\d+[mh]$/);
      expect(annotations["runbook_url"]).toBe(`${RUNBOOK}#${alert.toLowerCase()}`);
      expect(anchorsOf(RUNBOOK)).toContain(alert.toLowerCase());
    },
  );

  it("are each explained, and nothing else is", () => {
    const explained = anchorsOf(RUNBOOK).filter((anchor) => anchor.startsWith("powercontext"));
    expect(explained.sort()).toEqual(rules.map(({ alert }) => alert.toLowerCase()).sort());
  });

  it("are loaded and fed by the sample of a scrape", () => {
    const sample = parse(readFileSync(SCRAPE, "utf8")) as {
      readonly rule_files: readonly string[];
      readonly scrape_configs: readonly { readonly job_name: string }[];
    };
    expect(sample.rule_files).toEqual([ALERTS.split("/").pop()]);
    expect(sample.scrape_configs.map(({ job_name }) => job_name)).toEqual(["powercontext"]);
    const jobs = rules.flatMap(({ expr }) =>
      readQuery(expr).selectors.flatMap(({ matchers }) => matchers["job"] ?? []),
    );
    expect([...new Set(jobs)]).toEqual(["powercontext"]);
  });
});

describe("a reader of PromQL", () => {
  it("sees series, values and groups", () => {
    expect(readQuery('sum by (le, lane) (rate(x_bucket{lane="a", reason=~"b|c", job=~"$job"}[5m])) / y')).toEqual({
      selectors: [
        { metric: "x_bucket", matchers: { lane: ["a"], reason: ["b", "c"], job: [] } },
        { metric: "y", matchers: {} },
      ],
      groupings: ["le", "lane"],
    });
  });

  it.each(["sum(", "rate(x[5m)", "x{a=}", "1 +", "sum by x (y)", "5"])("refuses %s", (expression) => {
    expect(() => readQuery(expression)).toThrow(/not PromQL|asks for nothing|cannot be read/);
  });
});
