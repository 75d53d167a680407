export { type AssembledFeature, type Checks, HealthModule } from "./health.module.js";
