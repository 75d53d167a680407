import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { McpStrategy, StreamableHttpTransport } from "@rekog/mcp-nest";

import { openApiDocument } from "../platform/http/contract/openapi-document.js";
import { publishMcp } from "./http/mcp-endpoint.js";
import { INSTRUCTIONS } from "./instructions.js";
import { describeTools, type ToolDescription } from "./tool-catalog.js";

/**
 * Gives an application that is not initialised yet its endpoint for agents; it answers after `startAllMicroservices()`.
 *
 * @param path where it answers, as the settings say it
 */
export function connectMcp(app: NestFastifyApplication, path: string): void {
  const transport = new StreamableHttpTransport();
  app.connectMicroservice({ strategy: new ToolServer(transport, describeTools()) });
  publishMcp(app.getHttpAdapter().getInstance(), path, transport.httpHandlers);
}

/** The library's server, with our list of tools. One for each app: it knows the handlers of that app. */
class ToolServer extends McpStrategy {
  constructor(
    transport: StreamableHttpTransport,
    private readonly listed: readonly ToolDescription[],
  ) {
    const { title, version } = openApiDocument().info;
    super({
      name: "powercontext",
      title,
      version,
      instructions: INSTRUCTIONS,
      capabilities: CAPABILITIES,
      transports: [transport],
      // Its warnings repeat what callers sent; what callers do wrong is in the log of refusals.
      logging: { level: ["error"] },
    });
  }

  override bindRequestHandlers(...bound: Parameters<McpStrategy["bindRequestHandlers"]>): void {
    super.bindRequestHandlers(...bound);
    bound[0].server.setRequestHandler("tools/list", () => ({ tools: this.listed }) as never);
  }
}

/** The tools never change while the server runs, and there is nobody to send log lines to. */
const CAPABILITIES = { tools: { listChanged: false }, logging: undefined } as object;
