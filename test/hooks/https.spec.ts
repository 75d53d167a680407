import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { resolverFor } from "../../integrations/hook/name-lookup.js";
import { PACK, ready } from "../support/hook-server.js";
import { EVENTS, injected, type InstalledHook, installHook, said } from "../support/hook-process.js";

const OPENSSL = "/usr/bin/openssl";

describe("the name of a server", () => {
  const lookUp = (name: string, all: boolean): Promise<unknown> =>
    new Promise((resolve) => {
      resolverFor(name)(name, { all }, (error, ...found) => {
        resolve(error === null ? found : "unknown");
      });
    });

  it("is looked up as the system does", async () => {
    await expect(lookUp("127.0.0.1", true)).resolves.toEqual([[{ address: "127.0.0.1", family: 4 }]]);
    await expect(lookUp("127.0.0.1", false)).resolves.toEqual(["127.0.0.1", 4]);
    await expect(lookUp("-e", true)).resolves.toBe("unknown");
    await expect(lookUp("nowhere.invalid", true)).resolves.toBe("unknown");
  });

  it("is this machine when it is localhost", async () => {
    const both = [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ];
    await expect(lookUp("localhost", true)).resolves.toEqual([both]);
  });
});

(existsSync(OPENSSL) ? describe : describe.skip)("a server behind TLS", () => {
  let folder: string;
  let server: Server;
  let hook: InstalledHook;
  const ports = new Set<number | undefined>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "powercontext-tls-"));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost`;
    execFileSync(OPENSSL, [...words.split(" "), "-keyout", key, "-out", cert], { stdio: "pipe" });
    server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      ports.add(request.socket.remotePort);
      request.resume().on("end", () => response.end(JSON.stringify(ready(PACK))));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    hook = await installHook("codex", `https://localhost:${String((server.address() as AddressInfo).port)}`);
  });

  afterAll(async () => {
    await hook.dispose();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    rmSync(folder, { recursive: true, force: true });
  });

  it("is asked over one connection when its certificate is trusted", async () => {
    const env = { NODE_EXTRA_CA_CERTS: join(folder, "cert.pem") };
    await expect(hook.run(EVENTS.codex, { env })).resolves.toEqual({ code: 0, stdout: injected(PACK), stderr: "" });
    expect(ports.size).toBe(1);
  });

  it("is not asked when it is not", async () => {
    ports.clear();
    await expect(hook.run(EVENTS.codex)).resolves.toEqual(said("codex", { outcome: "server_unavailable" }));
    expect(ports.size).toBe(0);
  });
});
