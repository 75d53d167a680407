import { join, resolve } from "node:path";

import { dataDirectory } from "./data-directory.js";
import type { Environment } from "./environment.js";
import type { Machine } from "./machine.js";

const FILE_NAME = "powercontext-node.db";
const FORMS = "sqlite:///relative.db or sqlite:////absolute.db";

/** Where the embedded database lives. */
export class SqliteConfig {
  readonly kind = "sqlite";
  /** DATABASE_URL as an absolute path of the SQLite file. Its directory may not exist yet. */
  readonly path: string;
  /** DATABASE_READERS: connections that read beside the one writer, 1..16. */
  readonly readers: number;

  constructor(values: { readonly path: string; readonly readers: number }) {
    this.path = values.path;
    this.readers = values.readers;
  }

  static parse(environment: Environment, machine: Machine): SqliteConfig {
    return new SqliteConfig({
      path: parsePath(environment, machine),
      readers: environment.integer("DATABASE_READERS", { min: 1, max: 16, fallback: 4 }),
    });
  }
}

function parsePath(environment: Environment, machine: Machine): string {
  const url = environment.text("DATABASE_URL");
  if (url === undefined) return join(dataDirectory(environment, machine), FILE_NAME);

  const parsed = parseSqliteUrl(url.trim());
  if (parsed.kind === "path") return resolve(machine.workingDirectory, parsed.path);
  environment.refuse("DATABASE_URL", parsed.problem);
  return "";
}

type ParsedUrl =
  { readonly kind: "path"; readonly path: string } | { readonly kind: "refused"; readonly problem: string };

/** Three slashes open a relative path, four an absolute one. A `+driver` suffix, as Python deployments write it, says nothing here. */
function parseSqliteUrl(url: string): ParsedUrl {
  const match = /^([a-z0-9]+)(?:\+[a-z0-9_]+)?:\/\/(.*)$/is.exec(url);
  const [, scheme = "", rest = ""] = match ?? [];
  const problem = schemeProblem(scheme.toLowerCase()) ?? addressProblem(rest);
  return problem === undefined ? decodePath(rest.slice(1)) : refused(problem);
}

function schemeProblem(scheme: string): string | undefined {
  if (scheme === "sqlite") return undefined;
  if (scheme !== "mysql") return `must look like ${FORMS}`;
  return "is a MySQL address: set POWERCONTEXT_SERVER_DATABASE_KIND=oceanbase with it";
}

function addressProblem(rest: string): string | undefined {
  if (rest === "" || rest === "/" || rest.toLowerCase().includes(":memory:")) {
    return "names a database in memory, which would forget everything at each restart: name a file";
  }
  if (!rest.startsWith("/")) return `names a host before the path; write three slashes: ${FORMS}`;
  return rest.includes("?") ? "must not have a query; write a question mark in a file name as %3F" : undefined;
}

function decodePath(encoded: string): ParsedUrl {
  try {
    const path = decodeURIComponent(encoded);
    if (path.includes("\0")) return refused("must not hold a NUL character");
    if (path.endsWith("/")) return refused("names a directory: name a file in it");
    return { kind: "path", path };
  } catch {
    return refused("has a % that is not part of a percent-encoding; write a percent sign as %25");
  }
}

function refused(problem: string): ParsedUrl {
  return { kind: "refused", problem };
}
