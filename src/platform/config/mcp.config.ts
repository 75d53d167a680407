import type { Environment } from "./environment.js";

/** The endpoint for agents, which speaks MCP over the server's own HTTP. */
export class McpConfig {
  /** MCP_ENABLED: whether it answers. */
  readonly enabled: boolean;
  /** MCP_PATH, absolute and without a final slash; the form with one answers too. */
  readonly path: string;

  constructor(values: { readonly enabled: boolean; readonly path: string }) {
    this.enabled = values.enabled;
    this.path = values.path;
  }

  static parse(environment: Environment): McpConfig {
    return new McpConfig({ enabled: environment.flag("MCP_ENABLED", true), path: parsePath(environment) });
  }
}

const DEFAULT_PATH = "/mcp";
/** Segments of letters that a URL shows as they are, so that no path here is a pattern of the router or means another. */
const PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/;
/** What the server answers itself: its operations, probes, contract, pages and metrics. */
const TAKEN = /^\/(?:v1|health|docs|metrics|openapi\.yaml)(?:\/|$)/;

function parsePath(environment: Environment): string {
  const path = (environment.text("MCP_PATH")?.trim() ?? DEFAULT_PATH).replace(/(?<=.)\/$/, "");
  if (!PATH.test(path)) {
    environment.refuse(
      "MCP_PATH",
      "must be a path such as /mcp: a slash, then letters, digits, dots, dashes, and not / alone",
    );
  } else if (TAKEN.test(path)) {
    environment.refuse("MCP_PATH", "is a path that the server answers itself");
  }
  return path;
}
