import type { Host } from "../hosts/index.js";
import { roundTripFinding, toolsFinding } from "../doctor/memory-findings.js";
import { serverFindings } from "../doctor/server-findings.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import type { Finding } from "../finding.js";
import { type Paint, print } from "../output.js";
import { openSession, type ServerOptions, type Session } from "../session.js";
import { terminalLine } from "../terminal-text.js";

const TIMEOUT_MS = 10_000;

/** Looks at everything between an agent and its memory. Exits with 1 when something failed. */
export async function doctor(host: Host | undefined, options: ServerOptions): Promise<ExitCode> {
  const session = openSession(options);
  const findings: Finding[] = [];
  for await (const finding of allFindings(session, host)) {
    findings.push(finding);
    if (!session.json) print(finding, false, () => findingLines(finding, session.paint));
  }
  const failed = findings.some(({ status }) => status === "failed");
  if (session.json) print({ ok: !failed, findings }, true, () => []);
  return failed ? EXIT.failed : EXIT.ok;
}

async function* allFindings({ client, address, config }: Session, host: Host | undefined): AsyncGenerator<Finding> {
  if (config.unknown.length > 0) yield unknownSettings(config.unknown);
  let healthy = true;
  for await (const finding of serverFindings(client, address.baseUrl)) {
    healthy &&= finding.status !== "failed";
    yield finding;
  }
  if (healthy) {
    yield await roundTripFinding(client);
    const authorization = address.token === undefined ? undefined : `Bearer ${address.token}`;
    const timeoutMs = address.timeoutMs ?? TIMEOUT_MS;
    yield await toolsFinding({ url: `${address.baseUrl}/mcp`, authorization, timeoutMs });
  }
  if (host === undefined) return;
  const { diagnoseHost } = await import("../hosts/index.js");
  yield* await diagnoseHost(host);
}

function unknownSettings(names: readonly string[]): Finding {
  return { name: "settings", status: "warning", detail: `not known: ${names.join(", ")}`, fix: "Check the spelling." };
}

const MARKS = { ok: ["green", "ok     "], warning: ["yellow", "warning"], failed: ["red", "FAILED "] } as const;

function findingLines({ name, status, detail, fix }: Finding, paint: Paint): readonly string[] {
  const [style, mark] = MARKS[status];
  const line = `${paint(style, mark)}  ${paint("bold", terminalLine(name))}: ${terminalLine(detail)}`;
  return fix === undefined ? [line] : [line, `         ${paint("dim", "→")} ${terminalLine(fix)}`];
}
