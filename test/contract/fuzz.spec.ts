import { randomInt } from "node:crypto";

import { type CampaignReport, runCampaign } from "../fuzz/campaign.js";
import { HOST, SENTINEL, TOKEN } from "../fuzz/words.js";
import { operations } from "../support/contract.js";
import { letItInvent } from "../support/inventive-model.js";
import { OpenAiServer } from "../support/openai-server.js";
import { type ServerProcess, startServer, verifyDatabase } from "../support/server-process.js";

/** More with `npm run fuzz -- --requests N`. */
const REQUESTS = Number(process.env["POWERCONTEXT_FUZZ_REQUESTS"] ?? 3_000);
const SEED = process.env["POWERCONTEXT_FUZZ_SEED"];
const SEEDS = SEED === undefined ? [7, randomInt(1_000_000)] : [Number(SEED)];
const LONGEST_REQUEST_MS = 100;
const MORE_ROUNDS = 10;
const MORE_REQUESTS = 1_000;

/** Patient settings: whatever is refused because a machine was slow is a refusal here as well. */
const SETTINGS = {
  AUTH_TOKEN: TOKEN,
  HTTP_ALLOWED_HOSTS: HOST,
  LOGGING_ACCESS: "false",
  INFERENCE_EMBEDDING_QUERY_DEADLINE_MS: "30000",
};

describe("the server under generated requests", () => {
  let provider: OpenAiServer;
  let server: ServerProcess;
  const reports: CampaignReport[] = [];

  beforeAll(async () => {
    provider = await OpenAiServer.start();
    letItInvent(provider);
    const models = { ...provider.generationSettings(60), ...provider.embeddingSettings() };
    server = await startServer({ env: { ...models, INFERENCE_EMBEDDING_TIMEOUT_SECONDS: "60", ...SETTINGS } });
  });

  afterAll(async () => {
    await server.dispose();
    await provider.down();
  });

  it.each(SEEDS)(
    "keeps the contract in every answer, for seed %i",
    async (seed) => {
      const begin = performance.now();
      const report = await runCampaign({ url: server.url, requests: REQUESTS / SEEDS.length, seed });
      const seconds = Math.round((performance.now() - begin) / 1_000);
      if (SEED !== undefined) process.stdout.write(`${JSON.stringify({ ...report, seconds }, undefined, 2)}\n`);
      reports.push(report);
      expect(report.failures).toEqual([]);
    },
    60_000 + REQUESTS * LONGEST_REQUEST_MS,
  );

  it(
    "has met every operation with and without success, and the refusals that lie deep",
    async () => {
      const missed = (): readonly string[] => missedBy(reports.flatMap(({ answers }) => Object.keys(answers)));
      // Chance decides what a short campaign reaches, so it goes on for as long as something is missing.
      for (let round = 0; round < MORE_ROUNDS && missed().length > 0; round++) {
        const report = await runCampaign({ url: server.url, requests: MORE_REQUESTS, seed: randomInt(1_000_000) });
        expect(report.failures).toEqual([]);
        reports.push(report);
      }
      expect(missed()).toEqual([]);
    },
    60_000 + MORE_ROUNDS * MORE_REQUESTS * LONGEST_REQUEST_MS,
  );

  it("has logged nothing that was sent, and no failure of its own", () => {
    const lines = server.output().split("\n");
    expect(lines.filter((line) => line.includes(SENTINEL))).toEqual([]);
    expect(lines.filter((line) => /"level":"(?:error|fatal)"/u.test(line))).toEqual([]);
    expect(lines.filter((line) => line.includes('"url"'))).not.toEqual([]);
  });

  it("leaves a database without a fault", async () => {
    await server.kill("SIGTERM");
    const printed = await verifyDatabase(server.dataDir);
    expect(printed).toMatch(
      /^database: 0 faults\nmemory: [1-9]\d* Revisions whole, 0 faults\nexperience: [1-9]\d* Revisions whole, 0 faults\n$/u,
    );
  });
});

const DEEP = [
  ...["revise_memory_entry 409 revision_conflict", "remember_memory 409", "approve_artifact_candidate 409"],
  ...["get_memory_entry 404", "capture_content_source 409", "tool search_memory 200", "message 200", "message 400"],
  ...["route 404", "route 405", "raw 422"],
];

/** What the requests should have reached and did not. */
function missedBy(answered: readonly string[]): readonly string[] {
  const wanted = operations.flatMap(({ id, method }) => [`${id} 2`, ...(method === "post" ? [`${id} 422`] : [])]);
  return [...wanted, ...DEEP].filter((start) => !answered.some((label) => label.startsWith(start)));
}
