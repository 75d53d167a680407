import type { Id16 } from "./ids.js";

/** Unguessable identities and salts. Drawn once per request, outside any retry. */
export abstract class IdGenerator {
  /** Sixteen fresh random bytes. */
  abstract next(): Id16;
}
