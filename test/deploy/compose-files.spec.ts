import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { composeFile, type ComposeService, seconds, servicesOf, variablesOf } from "../support/compose-file.js";

const TEAM = "docker-compose.yml";
const SEEKDB = "docker-compose.seekdb.yml";
const REPLICAS = "docker-compose.replicas.yml";
const SQLITE = "docker-compose.sqlite.yml";
const FILES = [TEAM, SEEKDB, REPLICAS, SQLITE, "deploy/server.yml"];
/** What is started together. */
const STACKS = [[TEAM], [TEAM, SEEKDB], [TEAM, REPLICAS], [TEAM, SEEKDB, REPLICAS], [SQLITE]];

const read = (path: string): string => readFileSync(path, "utf8");
const stack = (...files: readonly string[]): readonly [string, ComposeService][] =>
  Object.entries(servicesOf(...files));
const isOurs = ({ build }: ComposeService): boolean => build !== undefined;
const isServer = (service: ComposeService): boolean => isOurs(service) && service.command === undefined;

/** Names of .env.example, those behind a # included, with what it says is the default. */
const DOCUMENTED = new Map(
  [...read(".env.example").matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
);
/** Where .env.example says so in words. */
const OTHER_DEFAULTS: Readonly<Record<string, string>> = {
  POWERCONTEXT_DATABASE_MEMORY: "2G",
  POWERCONTEXT_SERVER_LOGGING_FORMAT: "json",
};
/** Settings that the compose files decide themselves. */
const DECIDED = ["HTTP_HOST", "HTTP_PORT", "DATABASE_KIND", "DATABASE_URL", "DATABASE_PASSWORD", "AUTH_TOKENS_FILE"];

describe("what is documented of the images", () => {
  const timings = { interval: "5s", timeout: "10s", retries: 120, start_period: "30s" };

  it("is what OceanBase is given: a mode that keeps data, a tenant, memory, both folders, enough files", () => {
    const { oceanbase } = servicesOf(TEAM);
    const password =
      "${POWERCONTEXT_DATABASE_ROOT_PASSWORD:?POWERCONTEXT_DATABASE_ROOT_PASSWORD is needed in .env, see docs/deployment.md}";
    expect(oceanbase).toMatchObject({
      image: "oceanbase/oceanbase-ce:4.3.5-lts",
      environment: {
        MODE: "mini",
        OB_SERVER_IP: "127.0.0.1",
        OB_TENANT_NAME: "${POWERCONTEXT_DATABASE_TENANT:-powercontext}",
        OB_TENANT_PASSWORD: password,
        OB_SYS_PASSWORD: password,
        OB_DATABASE: "powercontext",
        OB_MEMORY_LIMIT: "${POWERCONTEXT_DATABASE_MEMORY:-6G}",
        OB_DATAFILE_SIZE: "${POWERCONTEXT_DATABASE_DISK:-10G}",
        OB_LOG_DISK_SIZE: "${POWERCONTEXT_DATABASE_LOG_DISK:-6G}",
      },
      ulimits: { nofile: 65_536 },
      healthcheck: {
        ...timings,
        test: ["CMD", "bash", "/powercontext/healthcheck.sh", "obclient", "/root/.obd/cluster/obcluster/config.yaml"],
      },
    });
    expect(oceanbase?.volumes).toEqual([
      "oceanbase-data:/root/ob",
      "oceanbase-cluster:/root/.obd/cluster",
      "./deploy/oceanbase/init.d:/root/boot/init.d:ro",
      "./deploy/database:/powercontext:ro",
    ]);
  });

  it("is what seekdb is given: root's password, a database, its folder, no tenant", () => {
    const { oceanbase } = servicesOf(TEAM, SEEKDB);
    expect(oceanbase).toMatchObject({
      image: "oceanbase/seekdb:latest",
      environment: {
        ROOT_PASSWORD: oceanbase?.environment?.["OB_TENANT_PASSWORD"],
        SEEKDB_DATABASE: "powercontext",
        OB_TENANT_NAME: "",
      },
      healthcheck: {
        ...timings,
        test: ["CMD", "bash", "/powercontext/healthcheck.sh", "mysql", "/var/lib/oceanbase/.initialized"],
      },
    });
    expect(oceanbase?.volumes).toContain("seekdb-data:/var/lib/oceanbase");
  });

  it("makes the database that the servers use, whether the image knows OB_DATABASE or not", () => {
    const made = readdirSync("deploy/oceanbase/init.d").map((name) => read(join("deploy/oceanbase/init.d", name)));
    expect(made).toEqual(["CREATE DATABASE IF NOT EXISTS powercontext;\n"]);
    for (const files of STACKS.slice(0, -1)) {
      const urls = stack(...files).flatMap(
        ([, { environment }]) => environment?.["POWERCONTEXT_SERVER_DATABASE_URL"] ?? [],
      );
      expect(urls.length).toBeGreaterThan(2);
      for (const url of urls) expect(url).toMatch(/^mysql:\/\/\S+@oceanbase:2881\/powercontext$/);
    }
  });
});

describe.each(FILES)("%s", (path) => {
  const text = read(path);
  const variables = variablesOf(text);

  it("is for Compose v2 too, which knows no version", () => {
    expect(composeFile(path)).not.toHaveProperty("version");
    expect(Object.keys(composeFile(path).services).length).toBeGreaterThan(0);
  });

  it("gives no secret a default, and asks for those it needs by name", () => {
    const secrets = variables.filter(({ name }) => /PASSWORD|TOKEN|KEY|SECRET/.test(name));
    for (const { name, sign, rest } of secrets) {
      expect([name, sign, rest]).toEqual([name, ":?", `${name} is needed in .env, see docs/deployment.md`]);
    }
    expect(secrets.length > 0).toBe(path !== SQLITE);
  });

  it("has every variable from .env.example, with the default that it says", () => {
    for (const { name, sign, rest } of variables.filter(({ name }) => name !== "NPM_CONFIG_REGISTRY")) {
      expect([...DOCUMENTED.keys()]).toContain(name);
      if (sign === ":-") expect([DOCUMENTED.get(name), OTHER_DEFAULTS[name]]).toContain(rest);
    }
  });

  it("mounts and extends what is there", () => {
    const services = Object.values(composeFile(path).services);
    const mounted = services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")[0] ?? ""));
    for (const source of mounted) {
      const isThere = source.startsWith("./") ? existsSync(source) : source in (composeFile(path).volumes ?? {});
      expect([source, isThere]).toEqual([source, true]);
    }
    for (const { extends: base } of services) {
      if (base?.file !== undefined) expect(composeFile(base.file).services).toHaveProperty(base.service);
    }
  });
});

describe.each(STACKS)("%s %s %s", (...files) => {
  const services = stack(...files.filter((file) => typeof file === "string"));
  const named = Object.fromEntries(services);

  it("publishes the service alone, and on this machine alone unless told otherwise", () => {
    const open = services.filter(([, { ports, profiles }]) => ports !== undefined && profiles === undefined);
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([
      [
        files.includes(REPLICAS) ? "proxy" : "powercontext",
        ["${POWERCONTEXT_ADDRESS:-127.0.0.1}:${POWERCONTEXT_PORT:-8000}:8000"],
      ],
    ]);
  });

  it("rotates every log, and starts again what is meant to run", () => {
    const jobs = services.filter(([, { command }]) => command !== undefined).map(([name]) => name);
    expect(jobs).toEqual(files.includes(SQLITE) ? [] : ["settings", "migrate"]);
    for (const [name, { restart, logging }] of services) {
      expect([name, restart]).toEqual([name, jobs.includes(name) ? undefined : "unless-stopped"]);
      expect(logging).toEqual({ driver: "json-file", options: { "max-size": "20m", "max-file": "5" } });
    }
  });

  it("confines our containers", () => {
    const ours = services.filter(([, service]) => isOurs(service));
    expect(ours.length).toBeGreaterThan(0);
    for (const [, service] of ours) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges=true"],
        mem_limit: "${POWERCONTEXT_MEMORY:-1g}",
      });
      expect(service.tmpfs).toContain("/tmp");
    }
  });

  it("gives a server the time it takes to end", () => {
    const deadline = Number(/SHUTDOWN_DEADLINE_MS = ([\d_]+);/.exec(read("src/lifecycle.ts"))?.[1]?.replace("_", ""));
    const servers = services.filter(([, service]) => isServer(service));
    expect(servers.length).toBe(files.includes(REPLICAS) ? 4 : 1);
    for (const [, { stop_grace_period }] of servers) {
      expect(seconds(stop_grace_period)).toBeGreaterThanOrEqual(2 * (deadline / 1_000));
    }
  });

  it("waits for the settings, then the database, then the migrations, then the servers", () => {
    const conditions = services.flatMap(([name, { depends_on = {} }]) =>
      Object.entries(depends_on).map(([on, { condition }]) => `${name} after ${on}: ${condition}`),
    );
    const servers = services.filter(([, service]) => isServer(service)).map(([name]) => name);
    const behindProxy = files.includes(REPLICAS) ? ["proxy after powercontext-1: service_healthy"] : [];
    expect(conditions.sort()).toEqual(
      files.includes(SQLITE)
        ? []
        : [
            "migrate after oceanbase: service_healthy",
            "oceanbase after settings: service_completed_successfully",
            ...servers.map((name) => `${name} after migrate: service_completed_successfully`),
            ...behindProxy,
          ].sort(),
    );
    expect(named["migrate"]?.command?.join(" ") ?? "").toBe(
      files.includes(SQLITE) ? "" : "sh -c node deploy/database-user.mjs && exec node dist/migrate.js",
    );
  });
});

describe("the settings of the containers", () => {
  const environment = composeFile("deploy/server.yml").services["program"]?.environment ?? {};

  it("are all that .env.example has, but for what decides how the parts find each other", () => {
    const settings = [...DOCUMENTED.keys()].filter((name) => name.startsWith("POWERCONTEXT_SERVER_"));
    const passedOn = Object.keys(environment).filter((name) => name.startsWith("POWERCONTEXT_"));
    const decided = DECIDED.map((name) => `POWERCONTEXT_SERVER_${name}`);
    expect(settings.length).toBeGreaterThan(25);
    expect(settings.filter((name) => !passedOn.includes(name)).sort()).toEqual(decided.sort());
  });

  it("are asked for in the code of the configuration", () => {
    const code = readdirSync("src/platform/config")
      .filter((name) => !name.endsWith(".spec.ts"))
      .map((name) => read(join("src/platform/config", name)))
      .join("");
    const all = STACKS.flatMap((files) => stack(...files)).flatMap(([, service]) =>
      Object.keys(service.environment ?? {}),
    );
    const ours = [...new Set(all)].filter((name) => name.startsWith("POWERCONTEXT_SERVER_"));
    expect(ours.length).toBeGreaterThan(20);
    expect(ours.filter((name) => !code.includes(`"${name.replace("POWERCONTEXT_SERVER_", "")}"`))).toEqual([]);
  });

  it("keep root's password from the servers", () => {
    for (const files of STACKS) {
      for (const [name, service] of stack(...files)) {
        const text = JSON.stringify(service.environment ?? {});
        const knowsRoot = ["settings", "oceanbase", "migrate"].includes(name);
        expect([name, text.includes("ROOT_PASSWORD")]).toEqual([name, knowsRoot]);
      }
    }
  });

  it("are those whose programs are there", () => {
    for (const name of ["check-settings.mjs", "database-user.mjs"]) {
      const imports = [...read(join("deploy", name)).matchAll(/from "\.\.\/dist\/([^"]+)\.js"/g)];
      expect(imports.length).toBeGreaterThan(1);
      for (const [, path = ""] of imports) expect([path, existsSync(`src/${path}.ts`)]).toEqual([path, true]);
    }
    expect(existsSync("src/migrate.ts")).toBe(true);
  });
});
