import { parser } from "@prometheus-io/lezer-promql";

/** One series that a query asks for. */
interface Selector {
  readonly metric: string;
  /** Labels it is chosen by, with the values it may have where they are spelled out. */
  readonly matchers: Readonly<Record<string, readonly string[]>>;
}

export interface Query {
  readonly selectors: readonly Selector[];
  /** Labels that sums and joins are made by. */
  readonly groupings: readonly string[];
}

type Node = ReturnType<typeof parser.parse>["topNode"];

/** @throws Error when it is not PromQL */
export function readQuery(expression: string): Query {
  const selectors: Selector[] = [];
  const groupings: string[] = [];
  const text = ({ from, to }: Node): string => expression.slice(from, to);
  parser.parse(expression).iterate({
    enter: ({ node, type }) => {
      if (type.isError) throw new Error(`not PromQL at character ${String(node.from)}: ${expression}`);
      if (type.name === "VectorSelector") selectors.push(selectorOf(node, text));
      if (type.name === "GroupingLabels") groupings.push(...node.getChildren("LabelName").map(text));
    },
  });
  if (selectors.length === 0) throw new Error(`asks for nothing: ${expression}`);
  return { selectors, groupings };
}

function selectorOf(node: Node, text: (node: Node) => string): Selector {
  const metric = node.getChild("Identifier");
  const matchers = node.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? [];
  if (metric === null) throw new Error(`asks for no metric: ${text(node)}`);
  return { metric: text(metric), matchers: Object.fromEntries(matchers.map((matcher) => matched(matcher, text))) };
}

function matched(matcher: Node, text: (node: Node) => string): readonly [string, readonly string[]] {
  const [name, value] = [matcher.getChild("LabelName"), matcher.getChild("StringLiteral")];
  if (name === null || value === null) throw new Error(`cannot be read: ${text(matcher)}`);
  const values = text(value).slice(1, -1).split("|");
  return [text(name), values.filter((each) => /^\w+$/.test(each))];
}
