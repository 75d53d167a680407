import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { parse } from "yaml";

/** The parts of a compose file's service that our files use. */
export interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly context: string };
  readonly extends?: { readonly file?: string; readonly service: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: {
    readonly test: readonly string[];
    readonly interval: string;
    readonly timeout: string;
    readonly retries: number;
    readonly start_period: string;
  };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly profiles?: readonly string[];
  readonly ulimits?: Readonly<Record<string, number>>;
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
}

export type ComposeServices = Readonly<Record<string, ComposeService>>;

interface ComposeFile {
  readonly version?: string;
  readonly services: ComposeServices;
  readonly volumes?: Readonly<Record<string, null>>;
}

export function composeFile(path: string): ComposeFile {
  return parse(readFileSync(path, "utf8"), { merge: true }) as ComposeFile;
}

/** The services that these files describe together, with what they extend; `${…}` stays. */
export function servicesOf(...paths: readonly string[]): ComposeServices {
  const merged: Record<string, ComposeService> = {};
  for (const path of paths) {
    for (const [name, service] of Object.entries(composeFile(path).services)) {
      merged[name] = merge(merged[name] ?? {}, extended(service, path));
    }
  }
  return merged;
}

function extended(service: ComposeService, path: string): ComposeService {
  if (service.extends === undefined) return service;
  const file = service.extends.file === undefined ? path : join(dirname(path), service.extends.file);
  const base = composeFile(file).services[service.extends.service];
  if (base === undefined) throw new Error(`${path} extends ${service.extends.service}, which ${file} does not have`);
  return merge(extended(base, file), service);
}

/** As Compose does: maps and lists grow, everything else is replaced. */
function merge(base: ComposeService, over: ComposeService): ComposeService {
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]) as Set<keyof ComposeService>;
  return Object.fromEntries([...keys].map((key) => [key, mergeValue(key, base[key], over[key])]));
}

function mergeValue(key: keyof ComposeService, base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (base === undefined || key === "command" || key === "healthcheck") return over;
  if (Array.isArray(base) && Array.isArray(over)) return [...(base as unknown[]), ...(over as unknown[])];
  if (typeof base === "object" && typeof over === "object") return { ...base, ...over };
  return over;
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?message}` of a file, in their order. */
export function variablesOf(
  text: string,
): readonly { readonly name: string; readonly sign: string; readonly rest: string }[] {
  return [...text.matchAll(/\$\{(?<name>\w+)(?<sign>:[-?])?(?<rest>[^}]*)\}/g)].map(({ groups }) => ({
    name: groups?.["name"] ?? "",
    sign: groups?.["sign"] ?? "",
    rest: groups?.["rest"] ?? "",
  }));
}

/** `1m30s` as seconds. */
export function seconds(duration: string | undefined): number {
  const match = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(duration ?? "");
  return Number(match?.[1] ?? 0) * 60 + Number(match?.[2] ?? 0);
}
