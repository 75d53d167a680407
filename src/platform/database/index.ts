export { adapterProvider } from "./adapter-provider.js";
export { DatabaseModule } from "./database.module.js";
export { Database, type DatabaseStatistics } from "./database.port.js";
