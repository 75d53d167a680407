import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { Api } from "./support/api.js";
import type { Section } from "./support/bench.js";
import { loadProbe, PROBE_SCOPE, writeProbe } from "./support/probe-scope.js";
import { atMost } from "./support/row.js";
import { median, percentile, timed } from "./support/samples.js";

/** Milliseconds. */
const WALL = 150;
const BEYOND_SERVER = 60;
const HOOK = resolve("integrations/claude-code/hooks/powercontext-hook.mjs");

/** The hook as its host runs it, an empty script, and the server's two operations over an open connection, by turns. */
export const hooks: Section = {
  name: "hooks",
  title: "A turn through the hook, with 1k entries",
  async run(bench) {
    const { texts } = await loadProbe(1);
    const { query } = await loadProbe(2);
    const folder = await bench.dataDir("hook");
    const nothing = join(folder, "nothing.mjs");
    await writeFile(nothing, "");
    return bench.withServer("hook", await bench.dataDir("hooks"), async ({ url }) => {
      await writeProbe(url, texts);
      const api = await Api.open(url);
      const times = { hook: [] as number[], empty: [] as number[], server: [] as number[] };
      const rounds = bench.count(100, 10);
      for (let round = -3; round < rounds; round++) {
        const prompt = query();
        const empty = await timed(() => run(nothing, folder, "", url));
        const hook = await timed(() => run(HOOK, folder, eventOf(prompt, `turn-${String(round)}`, folder), url));
        const prepared = await api.prepare(PROBE_SCOPE, prompt);
        const captured = await api.capture(PROBE_SCOPE, `alone-${String(round)}`, prompt);
        if (round < 0) continue;
        times.empty.push(empty);
        times.hook.push(hook);
        times.server.push(prepared.ms + captured.ms);
      }
      api.close();
      const beyond = times.hook.map((ms, index) => ms - (times.empty[index] ?? 0) - (times.server[index] ?? 0));
      return [
        { name: "an empty script, p50", value: median(times.empty), unit: "ms" },
        { name: "prepare and capture alone, p50", value: median(times.server), unit: "ms" },
        { name: "the hook, p50", value: median(times.hook), unit: "ms", target: atMost(WALL) },
        { name: "the hook, p95", value: percentile(times.hook, 0.95), unit: "ms" },
        { name: "the hook beyond both, p50", value: median(beyond), unit: "ms", target: atMost(BEYOND_SERVER) },
      ];
    });
  },
};

function eventOf(prompt: string, turn: string, cwd: string): string {
  return JSON.stringify({ hook_event_name: "UserPromptSubmit", prompt, cwd, session_id: "bench", prompt_id: turn });
}

/** @throws Error when it fails, or says anything that a turn with an answer does not. */
async function run(script: string, cwd: string, event: string, url: string): Promise<void> {
  const env = { PATH: "/usr/bin:/bin", POWERCONTEXT_CLAUDE_SERVER_URL: url, POWERCONTEXT_CLAUDE_SCOPE_ID: PROBE_SCOPE };
  const child = spawn(process.execPath, [script], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stdout.resume();
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stdin.end(event);
  const code = await new Promise<number | null>((done, fail) => child.on("error", fail).on("close", done));
  if (code !== 0 || (said !== "" && !said.includes('"outcome":"empty"'))) throw new Error(`the hook said ${said}`);
}
