import { isReached, type Row } from "./row.js";

const NAME = 58;
const VALUE = 11;
const UNIT = 10;
const RATIO = 34;
const TARGET = 9;

export function heading(title: string): string {
  const columns = ["value".padStart(VALUE), " unit".padEnd(UNIT + 1), "ratio".padEnd(RATIO), "target".padEnd(TARGET)];
  return `\n${title.padEnd(NAME)}${columns.join("")}ok`;
}

export function line(row: Row): string {
  const { name, value, unit, ratio, target } = row;
  const reached = isReached(row);
  const cells = [
    name.padEnd(NAME),
    figure(value).padStart(VALUE),
    ` ${unit}`.padEnd(UNIT + 1),
    (ratio ? `${figure(ratio.value)} x ${ratio.of}` : "").padEnd(RATIO),
    (target ? `${target.at === "most" ? "<=" : ">="} ${String(target.value)}` : "").padEnd(TARGET),
    reached === undefined ? "" : reached ? "yes" : "NO",
  ];
  return cells.join("").trimEnd();
}

/** Three digits that count. */
function figure(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return String(Math.round(value));
  return value.toFixed(size >= 10 ? 1 : size >= 1 ? 2 : 3);
}
