import type { AddressInfo } from "node:net";

import type { NestFastifyApplication } from "@nestjs/platform-fastify";

import type { Job } from "./kernel/job.port.js";
import { StartError } from "./kernel/start-error.js";
import type { HttpConfig } from "./platform/config/http.config.js";
import type { Database } from "./platform/database/index.js";
import type { RuntimeState } from "./platform/runtime-state.js";
import type { Tracing } from "./platform/telemetry/tracing.js";

/**
 * Connections that are made and not accepted yet, up to what the system allows. Where they are too few a busy server breaks
 * connections that it could refuse with an answer.
 */
const MAX_BACKLOG = 65_535;
const SHUTDOWN_DEADLINE_MS = 10_000;
const IDLE_SWEEP_MS = 50;

export interface RunningApp {
  readonly app: NestFastifyApplication;
  readonly runtime: RuntimeState;
  /** Undefined when the app was built without its runtime. */
  readonly database: Database | undefined;
  readonly jobs: readonly Job[];
  readonly tracing: Tracing;
}

/** The start and the end of a server, each as one list. */
export class Lifecycle {
  private ending: Promise<void> | undefined;

  constructor(private readonly running: RunningApp) {}

  /** Accepts requests and starts the jobs. @returns the address as a URL. @throws StartError when it cannot be listened on. */
  async listen(http: Pick<HttpConfig, "host" | "port">): Promise<string> {
    const fastify = this.running.app.getHttpAdapter().getInstance();
    try {
      await fastify.listen({ host: http.host, port: http.port, backlog: MAX_BACKLOG });
      for (const job of this.running.jobs) job.start();
      return boundUrl(this.running.app.getHttpServer().address());
    } catch (error) {
      throw listenError(error, http.port);
    }
  }

  /**
   * Refuses new work, finishes what was accepted, and leaves the files small and closed. Connections that still send or
   * read after ten seconds are cut off. Calling it again waits for the same end.
   */
  shutdown(): Promise<void> {
    this.ending ??= this.end();
    return this.ending;
  }

  private async end(): Promise<void> {
    this.running.runtime.stop();
    const jobsStopped = Promise.all(this.running.jobs.map((job) => job.stop()));
    await this.closeHttp();
    await jobsStopped;
    await this.running.database?.close();
    await this.running.tracing.close();
  }

  /** Resolves when every admitted request is answered. */
  private async closeHttp(): Promise<void> {
    const server = this.running.app.getHttpServer();
    // A connection that was busy when the server stopped listening stays open for its next request: close it instead.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
    }, IDLE_SWEEP_MS);
    const deadline = setTimeout(() => {
      server.closeAllConnections();
    }, SHUTDOWN_DEADLINE_MS);
    try {
      await this.running.app.close();
    } finally {
      clearInterval(sweep);
      clearTimeout(deadline);
    }
  }
}

/** What the socket is really bound to: the framework would show 0.0.0.0 as a loopback address. */
function boundUrl(address: AddressInfo | string | null): string {
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${String(address.port)}`;
}

function listenError(error: unknown, port: number): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const problem = LISTEN_PROBLEMS[code ?? ""];
  if (problem === undefined) return error;
  return new StartError(`Cannot listen on port ${String(port)}: ${problem}.`, LISTEN_HINT);
}

const LISTEN_HINT = "Choose others with POWERCONTEXT_SERVER_HTTP_HOST and POWERCONTEXT_SERVER_HTTP_PORT.";

const LISTEN_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process is listening there",
  EACCES: "this user may not use that port",
  EADDRNOTAVAIL: "this machine does not have the configured address",
  ENOTFOUND: "the configured host name is not known",
};
