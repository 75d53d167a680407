import { seeded } from "./random.js";
import { openConnection } from "./database-file.js";

const POOL = 4_096;

/**
 * Gives every entry of a file a vector of its deployment's space, as a finished fill would leave them: each entry one of a
 * pool of random ones, because what a distance costs does not depend on the numbers.
 */
export async function giveVectors(path: string, dimension: number): Promise<void> {
  const connection = await openConnection(path, ["synchronous=OFF", "temp_store=MEMORY", "cache_size=-65536"]);
  const random = seeded(51);
  await connection.control("CREATE TEMP TABLE pool (id INTEGER PRIMARY KEY, vector BLOB)");
  await connection.control("BEGIN IMMEDIATE");
  for (let id = 0; id < POOL; id++) {
    const vector = Float32Array.from({ length: dimension }, () => random() - 0.5);
    await connection.execute({ name: "bench.pool", sql: "INSERT INTO pool VALUES (?, ?)" }, [
      id,
      Buffer.from(vector.buffer),
    ]);
  }
  await connection.execute({ name: "bench.vectors", sql: VECTORS }, []);
  await connection.execute({ name: "bench.complete", sql: "UPDATE memory_head SET vectors_pending = 0" }, []);
  await connection.control("COMMIT");
  await connection.pragma("wal_checkpoint(TRUNCATE)");
  await connection.close();
}

const VECTORS = `INSERT OR REPLACE INTO memory_vector (place, version, generation, content_hash, vector)
  SELECT e.scope_key * 4294967296 + e.entry, e.version, s.generation, v.content_hash, p.vector
  FROM vector_profile s CROSS JOIN memory_entry e
  JOIN memory_version v ON v.scope_key = e.scope_key AND v.entry = e.entry AND v.version = e.version
  JOIN pool p ON p.id = (e.scope_key * 617 + e.entry) % ${String(POOL)}
  ORDER BY e.scope_key, e.entry`;
