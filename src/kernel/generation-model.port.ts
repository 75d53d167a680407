/** Why a model is called: the closed set that usage is counted by. */
export type GenerationPurpose = "memory_extraction" | "experience_generation" | "probe";

/** The JSON a model must answer with. What it answers is untrusted until `read` has accepted it. */
export interface OutputShape<T> {
  readonly name: string;
  /** JSON Schema of one object. */
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  /** The typed value, or undefined when the answer does not fit. */
  read(answer: unknown): T | undefined;
}

export interface Generation<T> {
  readonly purpose: GenerationPurpose;
  /** Our instructions. Never holds stored text. */
  readonly instructions: string;
  /** What the model works on; the caller has fenced stored text in it as data. */
  readonly input: string;
  readonly output: OutputShape<T>;
  /** Ends the call early, at shutdown. */
  readonly signal?: AbortSignal | undefined;
}

/** A configured model that answers with JSON. Its time and number of requests cover one generation with its retries. */
export abstract class GenerationModel {
  /** Milliseconds after which a generation has ended, whatever happened: what a claim on its work must outlast. */
  abstract readonly timeoutMs: number;
  /**
   * @throws DomainError inference_timeout past its time, inference_unavailable when the provider cannot be reached, refuses,
   *   or does not answer in the shape.
   */
  abstract generate<T>(generation: Generation<T>): Promise<T>;
}
