import { parseClientConfig } from "../../platform/config/client.config.js";
import { LineWriter } from "../mcp/line-writer.js";
import { ServerExchange } from "../mcp/server-exchange.js";
import { StdioProxy } from "../mcp/stdio-proxy.js";
import { serverAddress } from "../server-address.js";

const ANSWER_MS = 10_000;

/** MCP over standard input and output for hosts without HTTP: everything is passed to the server. Ends with its input. */
export async function mcp(options: { readonly server?: string }): Promise<never> {
  const { baseUrl, token, timeoutMs = ANSWER_MS } = serverAddress(parseClientConfig(), options.server);
  const writer = new LineWriter(process.stdout);
  const write = (line: string): void => {
    writer.write(line);
  };
  const exchange = new ServerExchange({ url: `${baseUrl}/mcp`, token, timeoutMs }, (message) => {
    write(JSON.stringify(message));
  });
  const log = (sentence: string): void => {
    process.stderr.write(`powercontext mcp: ${sentence}\n`);
  };
  await new StdioProxy({ input: process.stdin, write, log }, exchange).run();
  await writer.end();
  // What a hanging server holds open must not keep the process.
  process.exit();
}
