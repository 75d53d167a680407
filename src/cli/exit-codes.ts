/** How a command ends. Public: scripts rely on it. */
export const EXIT = {
  ok: 0,
  /** The server refused, or something failed. */
  failed: 1,
  /** The command line or a setting is wrong; nothing was asked. */
  usage: 2,
  /** No answer of a PowerContext server in time. */
  unreachable: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_HELP = `
Exit codes:
  0  done
  1  refused or failed; with doctor: something failed
  2  the command line or a setting is wrong
  3  no server answered in time
`;
