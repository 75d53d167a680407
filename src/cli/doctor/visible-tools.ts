import { Client, SdkError, SdkHttpError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** What an agent is to find at the server, and nothing else. */
export const EXPECTED_TOOLS = [
  "get_memory_entry",
  "list_memory_entries",
  "remember_memory",
  "retire_memory_entry",
  "revise_memory_entry",
  "search_memory",
] as const;

/** What an agent should see and does not. */
export const missingTools = (visible: readonly string[]): readonly string[] =>
  EXPECTED_TOOLS.filter((name) => !visible.includes(name));

export interface McpServer {
  readonly url: string;
  /** The whole header, such as `Bearer …`. */
  readonly authorization: string | undefined;
  readonly timeoutMs: number;
}

/** Why `visibleTools` failed, for a person, as the rest of a sentence about the address. Nothing of what was answered. */
export function toolsProblem(error: unknown): string {
  if (error instanceof SdkHttpError) return `answered with HTTP status ${error.status}`;
  if (error instanceof SdkError) return SDK_PROBLEMS[error.code] ?? NO_MCP;
  if ((error as { readonly name?: unknown } | null)?.name === "TypeError") return "cannot be reached";
  return NO_MCP;
}

const NO_MCP = "answers, but not as an MCP server of PowerContext does";
const SDK_PROBLEMS: Readonly<Record<string, string>> = {
  REQUEST_TIMEOUT: "did not answer in time",
  CONNECTION_CLOSED: "closed the connection",
};

/** The names of the tools that an agent sees there, sorted. @throws Error when it cannot connect or list. */
export async function visibleTools({ url, authorization, timeoutMs }: McpServer): Promise<readonly string[]> {
  const headers = authorization === undefined ? {} : { authorization };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = new Client({ name: "powercontext-doctor", version: "1" });
  try {
    await client.connect(transport, { timeout: timeoutMs });
    const { tools } = await client.listTools(undefined, { timeout: timeoutMs });
    return tools.map(({ name }) => name).sort();
  } finally {
    await client.close();
  }
}
