import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

/** Never asked for: it is this machine whatever a resolver may say, and asking takes time. */
const LOCALHOST: readonly LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];
const LOOK_UP = `require("dns").lookup(process.argv[1], { all: true }, (error, found) => console.log(JSON.stringify(error ? [] : found)))`;

/**
 * Looks a name up as the system does. The system's own call cannot be called off and holds up the end of the process for as long
 * as a dead resolver takes, so it runs in a process of its own, which can be ended.
 */
export function resolverFor(hostname: string): LookupFunction {
  const found = hostname === "localhost" ? Promise.resolve(LOCALHOST) : lookUp(hostname);
  return (_name, { all }, answer) => {
    void found.then((addresses) => {
      const [first] = addresses;
      const missing: NodeJS.ErrnoException | null = first === undefined ? new Error("the name is unknown") : null;
      if (all === true) answer(missing, [...addresses]);
      else answer(missing, first?.address ?? "", first?.family);
    });
  };
}

async function lookUp(hostname: string): Promise<readonly LookupAddress[]> {
  const { execFile } = await import("node:child_process");
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["-e", LOOK_UP, "--", hostname], (error, stdout) => {
      process.off("exit", end);
      resolve(error === null ? (JSON.parse(stdout) as readonly LookupAddress[]) : []);
    });
    const end = (): void => void child.kill("SIGKILL");
    process.once("exit", end);
  });
}
