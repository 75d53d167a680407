import { StartError } from "../../kernel/start-error.js";

/** The first release line that the suites were run on. */
const OLDEST = [4, 3, 5] as const;
/** A Source of the largest size, each byte of it escaped, fits with room to spare. */
const SMALLEST_PACKET = 4 * 1024 * 1024;

/** The variables of an OceanBase server that say whether we can work on it. */
export const SERVER_VARIABLES = ["version", "version_comment", "ob_compatibility_mode", "max_allowed_packet"] as const;

export type ServerVariables = Readonly<Partial<Record<(typeof SERVER_VARIABLES)[number], string>>>;

/** @throws StartError for another product, an old release, a tenant of the other mode, and too small a packet. */
export function requireUsableServer(variables: ServerVariables): void {
  const { version = "", version_comment: comment = "", ob_compatibility_mode: mode = "" } = variables;
  requireVersion(version, comment);
  // The single-node engine leaves the mode out.
  if (mode !== "" && mode.toUpperCase() !== "MYSQL") {
    throw new StartError("The tenant is not in MySQL mode.", "Create a tenant with ob_compatibility_mode 'mysql'.");
  }
  if (Number(variables.max_allowed_packet ?? SMALLEST_PACKET) < SMALLEST_PACKET) {
    throw new StartError(
      "The database takes packets too small for the largest Source.",
      `Set its max_allowed_packet to at least ${String(SMALLEST_PACKET)} (SET GLOBAL).`,
    );
  }
}

/** The single-node engine counts its own versions and tells the line it belongs to in the comment. */
function requireVersion(version: string, comment: string): void {
  if (!/oceanbase/i.test(version)) {
    throw new StartError(
      "The database server is not OceanBase.",
      "Name an OceanBase tenant in MySQL mode in POWERCONTEXT_SERVER_DATABASE_URL, or set POWERCONTEXT_SERVER_DATABASE_KIND=sqlite.",
    );
  }
  const found = numbersIn(comment) ?? numbersIn(version);
  if (found === undefined || isAtLeast(found, OLDEST)) return;
  throw new StartError(
    `The database server is older than OceanBase ${OLDEST.join(".")}.`,
    "Upgrade it: this server was never proven on older ones.",
  );
}

function numbersIn(text: string): readonly number[] | undefined {
  return /oceanbase\D*(\d+)\.(\d+)\.(\d+)/i.exec(text)?.slice(1).map(Number);
}

function isAtLeast(version: readonly number[], oldest: readonly number[]): boolean {
  const place = oldest.findIndex((part, index) => version[index] !== part);
  return place < 0 || (version[place] ?? 0) > (oldest[place] ?? 0);
}
