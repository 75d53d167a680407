import type { Id16 } from "../../kernel/ids.js";
import type { ArtifactReference } from "../../kernel/references.js";

const FAMILY = "memory";
const ARTIFACT_ID = "memory";
const ENTRY_PREFIX = "mem_ent_";
const VERSION_PREFIX = "mem_ver_";
const HEX_ID = /^[0-9a-f]{32}$/;

/** The one Memory of a scope, at a Revision. */
export function memoryReference(revision: number): ArtifactReference {
  return { family: FAMILY, artifactId: ARTIFACT_ID, revision };
}

export function isThisMemory(reference: ArtifactReference): boolean {
  return reference.family === FAMILY && reference.artifactId === ARTIFACT_ID;
}

export const entryIdOf = (id: Id16): string => entryIdOfHex(id.toString("hex"));
export const versionIdOf = (id: Id16): string => versionIdOfHex(id.toString("hex"));

/** Of an id that a database wrote as 32 lower-case digits. */
export const entryIdOfHex = (hex: string): string => ENTRY_PREFIX + hex;
export const versionIdOfHex = (hex: string): string => VERSION_PREFIX + hex;

/** The bytes of an entry id, or undefined for one that we never gave out. */
export function parseEntryId(wire: string): Id16 | undefined {
  const hex = wire.slice(ENTRY_PREFIX.length);
  return wire.startsWith(ENTRY_PREFIX) && HEX_ID.test(hex) ? Buffer.from(hex, "hex") : undefined;
}
