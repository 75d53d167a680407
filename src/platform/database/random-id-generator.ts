import { randomBytes } from "node:crypto";

import { IdGenerator } from "../../kernel/id-generator.port.js";

export class RandomIdGenerator extends IdGenerator {
  next(): Buffer {
    return randomBytes(16);
  }
}
