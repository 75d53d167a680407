import { type CapabilitiesResponse, type PowerContextClient, PowerContextError } from "../../client/index.js";
import { plainProblem, STATUS_HINTS } from "../failure.js";
import type { Finding } from "../finding.js";

/** Whether the server answers, takes the token and has all its parts. The first that fails ends the list. */
export async function* serverFindings(client: PowerContextClient, url: string): AsyncGenerator<Finding> {
  const server = await attempt("server", async () => {
    const started = performance.now();
    await client.getLiveness();
    return `${url} answers in ${milliseconds(started)}`;
  });
  yield server;
  if (server.status === "failed") return;

  yield* readinessFindings(client);
  const capabilities: { found?: CapabilitiesResponse } = {};
  yield await attempt("token", async () => {
    capabilities.found = await client.getCapabilities();
    return "the server lets this user in";
  });
  if (capabilities.found !== undefined) yield* capabilityFindings(capabilities.found);
}

async function* readinessFindings(client: PowerContextClient): AsyncGenerator<Finding> {
  let checks: Readonly<Record<string, string>>;
  try {
    ({ checks } = await client.getReadiness());
  } catch (error) {
    yield failed("readiness", error);
    return;
  }
  for (const [name, state] of Object.entries(checks)) yield readinessFinding(name, state);
  if (checks["runtime"] === "ready" && checks["database"] === "ready") {
    yield { name: "schema", status: "ok", detail: "up to date: a server serves no other" };
  }
}

function readinessFinding(name: string, state: string): Finding {
  if (state === "ready") return { name, status: "ok", detail: "ready" };
  const { fix, hard } = PARTS[name] ?? UNKNOWN_PART;
  return { name, status: hard === true ? "failed" : "warning", detail: state.replaceAll("_", " "), fix };
}

interface Part {
  readonly fix: string;
  /** Nothing works without it. */
  readonly hard?: true;
}

const PARTS: Readonly<Record<string, Part>> = {
  runtime: {
    hard: true,
    fix: "Wait until the server has started; its log says what keeps it. It refuses work while it stops.",
  },
  database: {
    hard: true,
    fix: "Check the database that POWERCONTEXT_SERVER_DATABASE_URL names; the server's log says why.",
  },
  index: {
    fix: "The index of some scopes is being made anew and searches there are incomplete: wait, and look into the server's log.",
  },
  schedule: {
    fix: "Some scopes have failed again and again: the server's log says why; `powercontext flush --scope …` tries one.",
  },
  "inference.generation": { fix: "Check POWERCONTEXT_SERVER_INFERENCE_GENERATION_MODEL, its key and its address." },
  "inference.embedding": {
    fix: "Check the POWERCONTEXT_SERVER_INFERENCE_EMBEDDING_ settings; until then search goes by words alone.",
  },
};
const UNKNOWN_PART: Part = { fix: "The server's log says why." };

function* capabilityFindings(capabilities: CapabilitiesResponse): Generator<Finding> {
  if (capabilities.memory_extraction) {
    yield { name: "extraction", status: "ok", detail: "captured Sources become Memory" };
  } else {
    yield {
      name: "extraction",
      status: "warning",
      detail: "captured Sources are kept, and no model turns them into Memory; remember works",
      fix: "Set POWERCONTEXT_SERVER_INFERENCE_GENERATION_MODEL, and RUNTIME_SCHEDULE_SECONDS to flush without being asked.",
    };
  }
  yield { name: "search", status: "ok", detail: `modes ${capabilities.search_modes.join(", ")}` };
}

/** A finding that is ok with the sentence that the work answers, or failed with the reason. */
export async function attempt(name: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return { name, status: "ok", detail: await work() };
  } catch (error) {
    return failed(name, error);
  }
}

function failed(name: string, error: unknown): Finding {
  const fix = error instanceof PowerContextError ? fixFor(error) : undefined;
  const detail = plainProblem(error);
  return { name, status: "failed", detail, ...(fix === undefined ? {} : { fix }) };
}

function fixFor({ code, kind, status }: PowerContextError): string | undefined {
  const busy = kind === "invalid_response" && status !== undefined ? STATUS_HINTS[status] : undefined;
  return busy ?? FIXES[code ?? kind];
}

const NOT_OURS =
  "Check the address (--server, POWERCONTEXT_CLIENT_SERVER_URL): what answers there is no PowerContext server.";
const FIXES: Readonly<Record<string, string>> = {
  unreachable: "Start it with `powercontext server run`, or correct --server or POWERCONTEXT_CLIENT_SERVER_URL.",
  timeout: "It accepts connections and does not answer: look into its log, or restart it.",
  invalid_response: NOT_OURS,
  not_found: NOT_OURS,
  overloaded: "It has more to do than it can: try again in a moment.",
  too_many_requests:
    "It limits how often a token may ask: wait, or raise POWERCONTEXT_SERVER_HTTP_RATE_LIMIT_PER_MINUTE there.",
  runtime_not_ready: "Wait until it has started; its log says what keeps it.",
  internal_error: "The server's log says why, under the request id.",
  unauthorized: "Set POWERCONTEXT_CLIENT_API_TOKEN to a token of this server.",
  forbidden: "Add the host name that clients use to POWERCONTEXT_SERVER_HTTP_ALLOWED_HOSTS and restart the server.",
};

export const milliseconds = (started: number): string => `${Math.round(performance.now() - started)} ms`;
