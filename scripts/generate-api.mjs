// Writes what is derived from the contract, or with --check fails when a checked-in file is not what would be written.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import openapiTS, { astToString } from "openapi-typescript";
import { format, resolveConfig } from "prettier";

import { clientContract, wireTypes } from "./client-contract.mjs";

const source = new URL("../openapi/powercontext.yaml", import.meta.url);
const header =
  "// Generated from openapi/powercontext.yaml by `npm run api:generate`. Change that file instead of this one.\n\n";

const yaml = await readFile(source, "utf8");
const types = astToString(await openapiTS(source, { immutable: true, defaultNonNullable: false, silent: true }));
const generated = [
  { target: new URL("../src/client/generated/openapi.ts", import.meta.url), body: types },
  { target: new URL("../src/client/generated/wire.ts", import.meta.url), body: wireTypes(yaml) },
  { target: new URL("../src/client/generated/contract.ts", import.meta.url), body: clientContract(yaml) },
];

for (const { target, body } of generated) {
  const style = await resolveConfig(target);
  const text = await format(header + body, { ...style, parser: "typescript" });
  if (!process.argv.includes("--check")) {
    await writeFile(target, text);
  } else if (text !== (await readFile(target, "utf8").catch(() => ""))) {
    console.error(`${fileURLToPath(target)} is not what openapi/powercontext.yaml says. Run: npm run api:generate`);
    process.exitCode = 1;
  }
}
