import { PowerContextClient } from "../client/index.js";
import type { ClientConfig } from "../platform/config/client.config.js";
import { UsageError } from "./failure.js";

/** Where and how a command asks. */
export interface ServerAddress {
  /** Without a final slash or `/mcp`. */
  readonly baseUrl: string;
  readonly token: string | undefined;
  /** Undefined leaves it to what is asked. */
  readonly timeoutMs: number | undefined;
}

/** @param server what the command line says instead of the settings. @throws UsageError when it is no usable URL. */
export function serverAddress({ serverUrl, token, timeoutMs }: ClientConfig, server?: string): ServerAddress {
  const baseUrl = (server ?? serverUrl)
    .trim()
    .replace(/\/+$/u, "")
    .replace(/\/mcp$/u, "")
    .replace(/\/+$/u, "");
  try {
    // The client knows what an address may be; of it the build keeps the front door alone.
    new PowerContextClient({ baseUrl });
    return { baseUrl, token, timeoutMs };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const origin = server === undefined ? "POWERCONTEXT_CLIENT_SERVER_URL" : "--server";
    throw new UsageError(`${origin} cannot be used: ${error.message.replace(/^baseUrl/u, "it")}`);
  }
}
