export { InferenceModule } from "./inference.module.js";
export { EmbeddingReadiness, GenerationReadiness } from "./model-probe.js";
