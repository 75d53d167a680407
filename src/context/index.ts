export { ContextModule } from "./context.module.js";
