import { DomainError } from "../../kernel/domain-error.js";

/** How a call of a model failed, in the words of readiness. */
export type ModelFault = "timeout" | "unavailable" | "misconfigured";

/**
 * The only error that leaves this room. Its text is fixed and it keeps no cause: errors of a provider or of its client carry
 * prompts, answers, addresses and keys.
 */
export class InferenceError extends DomainError {
  constructor(readonly fault: ModelFault) {
    super(fault === "timeout" ? "inference_timeout" : "inference_unavailable", MESSAGES[fault]);
  }
}

const MESSAGES: Readonly<Record<ModelFault, string>> = {
  timeout: "The model did not answer in time. Retry later.",
  unavailable: "The model cannot be used now. Retry later.",
  misconfigured: "The model cannot be used as it is configured. Tell who runs this server.",
};
