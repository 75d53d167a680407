// Writes the TypeScript types of the contract, or with --check fails when the checked-in file is not what would be written.
import { readFile, writeFile } from "node:fs/promises";

import openapiTS, { astToString } from "openapi-typescript";
import { format, resolveConfig } from "prettier";

const source = new URL("../openapi/powercontext.yaml", import.meta.url);
const target = new URL("../src/platform/http/generated/openapi.ts", import.meta.url);

const syntax = await openapiTS(source, { immutable: true, defaultNonNullable: false, silent: true });
const header =
  "// Generated from openapi/powercontext.yaml by `npm run api:generate`. Change that file instead of this one.\n\n";
const style = await resolveConfig(target);
const text = await format(header + astToString(syntax), { ...style, parser: "typescript" });

if (process.argv.includes("--check")) {
  const current = await readFile(target, "utf8").catch(() => "");
  if (current !== text) {
    console.error(
      "src/platform/http/generated/openapi.ts is not what openapi/powercontext.yaml says. Run: npm run api:generate",
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(target, text);
}
