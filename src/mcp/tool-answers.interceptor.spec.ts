import type { ExecutionContext } from "@nestjs/common";
import { pino } from "pino";
import { firstValueFrom, type Observable, of, throwError } from "rxjs";

import { DomainError } from "../kernel/domain-error.js";
import { StorageError } from "../kernel/storage-error.js";
import { ObservedCall } from "../platform/http/observed-call.js";
import { RefusalLog } from "../platform/http/refusal-log.js";
import { ServerMetrics } from "../platform/telemetry/server-metrics.js";
import { ToolAnswers } from "./tool-answers.interceptor.js";
import { beginToolCall } from "./tool-call.js";

const SENTINEL = "sentinel-7f0c9a21";
const EMPTY = { memory: null, entries: [] };

describe("what becomes of a call whose tool", () => {
  let lines: string[];
  let metrics: ServerMetrics;

  beforeEach(() => {
    lines = [];
    metrics = new ServerMetrics();
  });

  const answered = async (outcome: Observable<unknown>) => {
    const request = {};
    const observed = new ObservedCall({ transport: "mcp", operation: "list_memory_entries" }, metrics);
    beginToolCall(request, { tool: "list_memory_entries", arguments: {}, observed });
    const rpc = { getContext: () => ({ getRawRequest: () => request }) };
    const context = { switchToRpc: () => rpc } as unknown as ExecutionContext;
    const log = new RefusalLog(pino({ base: null }, { write: (line: string) => void lines.push(line) }));
    const result = await firstValueFrom(new ToolAnswers(log).intercept(context, { handle: () => outcome }));
    observed.ended(200, 0);
    return result;
  };

  const codeIn = ({ content }: { readonly content: readonly [{ readonly text: string }] }): unknown =>
    (JSON.parse(content[0].text) as { readonly error: { readonly code: string } }).error.code;

  const counted = async () =>
    /transport_requests_total\{.*outcome="(\w+)"\} 1/.exec((await metrics.exposition()).text)?.[1];

  it("answers as the contract says is an answer", async () => {
    const result = await answered(of(EMPTY));
    expect(result).toMatchObject({ structuredContent: EMPTY, content: [{ type: "text" }] });
    expect(result.isError).toBeUndefined();
    expect(lines).toEqual([]);
    expect(await counted()).toBe("success");
  });

  it.each([
    ["answers something else", of({ ...EMPTY, [SENTINEL]: SENTINEL })],
    ["answers a bare list", of([])],
    ["fails in a way nobody foresaw", throwError(() => new Error(SENTINEL))],
    ["meets a damaged database", throwError(() => new StorageError("corrupt", 11, "reading"))],
  ])("%s is an internal error, with its cause in the log alone", async (_what, outcome) => {
    const result = await answered(outcome);
    expect(result).toEqual({ isError: true, content: [{ type: "text", text: expect.any(String) }] });
    expect(codeIn(result)).toBe("internal_error");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ level: 50, code: "internal_error" }]);
    expect(JSON.stringify([result, lines])).not.toContain(SENTINEL);
    expect(await counted()).toBe("server_error");
  });

  it("refuses is told at info and counted as the caller's error", async () => {
    const result = await answered(throwError(() => new DomainError("memory_not_found", "There is no Memory.")));
    expect(codeIn(result)).toBe("memory_not_found");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ level: 30, code: "memory_not_found" }]);
    expect(await counted()).toBe("client_error");
  });

  it("refuses shows no character that a reader does not see, whatever the details hold", async () => {
    const details = { current: "a\u200bb\u{e0041}c 漢" };
    const refused = throwError(() => new DomainError("revision_conflict", "Read it again.", details));
    const { text } = (await answered(refused)).content[0];
    expect(text).toContain(String.raw`"current":"a\u200bb\udb40\udc41c 漢"`);
    expect(JSON.parse(text)).toMatchObject({ error: { details } });
  });
});
