export { adapterProvider } from "./adapter-provider.js";
export { DatabaseModule } from "./database.module.js";
export { Database } from "./database.port.js";
