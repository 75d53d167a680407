import type { TestApp } from "./app.js";

/** The value of a sample without its prefix, such as `requests_waiting{lane="model"}`. */
export async function metricOf(server: Pick<TestApp, "request">, sample: string): Promise<number | undefined> {
  const text = (await server.request("GET", "/metrics")).body as string;
  const line = text.split("\n").find((candidate) => candidate.startsWith(`powercontext_server_${sample} `));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ") + 1));
}
