import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  readonly url: string;
  /** Requests passed on so far, for each server. */
  readonly passed: readonly number[];
  close(): Promise<void>;
}

/** Stands before several servers as a load balancer without affinity does: each request goes to the next one. */
export async function startRoundRobin(urls: readonly string[]): Promise<RoundRobin> {
  const passed = urls.map(() => 0);
  let next = 0;
  const proxy = createServer((incoming, outgoing) => {
    const index = next++ % urls.length;
    passed[index] = (passed[index] ?? 0) + 1;
    const { method, url, headers } = incoming;
    const onward = request(new URL(url ?? "/", urls[index]), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`,
    passed,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => {
          resolve();
        });
        proxy.closeAllConnections();
      }),
  };
}
