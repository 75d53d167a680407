import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

type Fields = Readonly<Record<string, unknown>>;

export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Fields;
  readonly outputSchema?: Fields | undefined;
  readonly annotations?: Fields | undefined;
  readonly _meta?: Fields | undefined;
}

interface ToolAnswer {
  readonly isError: boolean;
  readonly structuredContent: unknown;
  readonly text: string;
}

/** A client of the protocol as hosts use it: it has connected, and holds answers against the output schemas it was told. */
export interface McpClient {
  readonly instructions: string | undefined;
  list(): Promise<readonly ListedTool[]>;
  call(tool: string, args: Fields): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export type Connect = (url: string, headers?: Readonly<Record<string, string>>) => Promise<McpClient>;

const ABOUT = { name: "test", version: "1.0.0" };

/** Most hosts today. */
export const connectSdk1: Connect = async (url, headers = {}) => {
  const client = new Client1(ABOUT);
  const transport = new Transport1(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  return adapted(client as unknown as AnyClient);
};

/** Protocol 2025, by the newest client. */
const connectClient2: Connect = (url, headers) => connectNewest(url, "legacy", headers);

/** Protocol 2026, which has no sessions: every request stands alone. */
export const connectClient2026: Connect = (url, headers) => connectNewest(url, { pin: "2026-07-28" }, headers);

export const CLIENTS: readonly (readonly [string, Connect])[] = [
  ["@modelcontextprotocol/sdk 1", connectSdk1],
  ["@modelcontextprotocol/client 2", connectClient2],
  ["@modelcontextprotocol/client 2 on protocol 2026", connectClient2026],
];

async function connectNewest(
  url: string,
  mode: "legacy" | { readonly pin: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<McpClient> {
  const client = new Client2(ABOUT, { versionNegotiation: { mode } });
  await client.connect(new Transport2(new URL(url), { requestInit: { headers } }));
  return adapted(client as unknown as AnyClient);
}

/** What both generations have in common. */
interface AnyClient {
  getInstructions(): string | undefined;
  listTools(): Promise<{ readonly tools: readonly ListedTool[] }>;
  callTool(call: { readonly name: string; readonly arguments: Fields }): Promise<{
    readonly isError?: boolean;
    readonly structuredContent?: unknown;
    readonly content: readonly { readonly type: string; readonly text?: string }[];
  }>;
  close(): Promise<void>;
}

function adapted(client: AnyClient): McpClient {
  return {
    instructions: client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: async (name, args) => {
      const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: args });
      if (content.length !== 1 || content[0]?.type !== "text") throw new Error("the answer is not one text");
      return { isError, structuredContent, text: content[0].text ?? "" };
    },
    close: () => client.close(),
  };
}

/** Connects for one test and leaves however the test ends. */
export async function withClient(
  connect: Connect,
  url: string,
  test: (client: McpClient) => Promise<void>,
): Promise<void> {
  const client = await connect(url);
  try {
    await test(client);
  } finally {
    await client.close();
  }
}
