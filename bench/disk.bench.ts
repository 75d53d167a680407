import { stat } from "node:fs/promises";
import { join } from "node:path";

import { utf8Length } from "../src/kernel/unicode.js";
import type { Bench, Section } from "./support/bench.js";
import { DATABASE_FILE } from "./support/database-file.js";
import { rememberRequest, sendAll } from "./support/load.js";
import { seeded, type Random } from "./support/random.js";
import { atMost, type Row } from "./support/row.js";
import { chineseSentence, englishSentence } from "./support/word-model.js";

const SCRIPTS = [
  { name: "English", sentence: englishSentence, bytesPerByte: 8 },
  { name: "Chinese", sentence: chineseSentence, bytesPerByte: 14 },
];

/** The whole file, after the server has stopped and folded its log in, divided by the UTF-8 bytes of the entries' texts. */
export const disk: Section = {
  name: "disk",
  title: "Bytes on disk, one Revision an entry",
  async run(bench) {
    const rows: Row[] = [];
    for (const { name, sentence, bytesPerByte } of SCRIPTS) {
      const texts = distinct(bench.count(10_000, 1_000), sentence);
      const textBytes = texts.reduce((sum, text) => sum + utf8Length(text), 0);
      const { size } = await written(bench, name, texts);
      const label = `${name}, ${String(texts.length)} entries of ${String(Math.round(textBytes / texts.length))} bytes`;
      const ratio = { of: "the bytes of its text", value: size / textBytes };
      rows.push({ name: label, value: size / texts.length, unit: "B/entry", ratio, target: atMost(bytesPerByte) });
    }
    return rows;
  },
};

async function written(bench: Bench, name: string, texts: readonly string[]): Promise<{ readonly size: number }> {
  const dataDir = await bench.dataDir("disk");
  await bench.withServer(`writing ${String(texts.length)} ${name} entries`, dataDir, ({ url }) =>
    sendAll(
      url,
      32,
      texts.map((text) => rememberRequest("disk", text)),
    ),
  );
  return stat(join(dataDir, DATABASE_FILE));
}

function distinct(count: number, sentence: (random: Random) => string): readonly string[] {
  const random = seeded(61);
  const texts = new Set<string>();
  while (texts.size < count) texts.add(sentence(random));
  return [...texts];
}
