import type { ServerProcess } from "../../support/server-process.js";

const STOP_DEADLINE_MS = 60_000;
const MOST_STARTS = 5;

interface Place {
  server: ServerProcess | undefined;
  /** Where it listens, or did last. */
  url: string;
}

/** Servers on one database, killed and started again. */
export class Replicas {
  kills = 0;
  failedStarts = 0;
  /** What servers did that nobody had told them to, in words. */
  readonly faults: string[] = [];
  private readonly places: Place[] = [];
  private readonly stopped = new Set<ServerProcess>();

  private constructor(private readonly start: () => Promise<ServerProcess>) {}

  static async start(count: number, start: () => Promise<ServerProcess>): Promise<Replicas> {
    const replicas = new Replicas(start);
    const places = Array.from({ length: count }, (): Place => ({ server: undefined, url: "" }));
    replicas.places.push(...places);
    const starts = await Promise.allSettled(places.map((place) => replicas.fill(place)));
    const failed = starts.find((start) => start.status === "rejected");
    if (failed === undefined) return replicas;
    await replicas.dispose();
    throw failed.reason;
  }

  /** Of all, those that are down as well: clients cannot know. */
  addresses = (): readonly string[] => this.places.map(({ url }) => url);

  /** Kills one and starts it again. Resolves when it listens. */
  async killOne(number: number): Promise<void> {
    const place = this.places[number % this.places.length];
    if (place?.server === undefined) return;
    const { server } = place;
    place.server = undefined;
    this.kills += 1;
    await server.kill("SIGKILL");
    await this.fill(place);
  }

  /** Ends all as a deployment does. */
  async stop(): Promise<void> {
    for (const { server } of this.places) {
      if (server === undefined) continue;
      this.stopped.add(server);
      const timer = setTimeout(() => {
        server.signal("SIGKILL");
      }, STOP_DEADLINE_MS);
      const { code, signal } = await server.kill("SIGTERM");
      clearTimeout(timer);
      if (code !== 0) this.faults.push(`a server that was told to stop ended with ${String(code ?? signal)}`);
    }
  }

  /** Ends whatever is left of them. */
  async dispose(): Promise<void> {
    for (const { server } of this.places) await server?.kill("SIGKILL");
  }

  /** A start may fail as long as the database is down: whoever runs a server starts it again. */
  private async fill(place: Place): Promise<void> {
    for (let starts = 1; ; starts++) {
      try {
        const server = await this.start();
        place.server = server;
        place.url = server.url;
        this.watch(place, server);
        return;
      } catch (error) {
        this.failedStarts += 1;
        if (starts === MOST_STARTS) throw error;
      }
    }
  }

  private watch(place: Place, server: ServerProcess): void {
    void server.exited.then(({ code, signal }) => {
      if (place.server !== server || this.stopped.has(server)) return;
      this.faults.push(`a server ended by itself with ${String(code ?? signal)}`);
    });
  }
}
