export { type AssembledFeature, HealthModule } from "./health.module.js";
