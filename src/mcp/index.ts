export { connectMcp } from "./mcp-server.js";
export { McpModule } from "./mcp.module.js";
