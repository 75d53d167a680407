import { statSync } from "node:fs";
import { chmod, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

import { StorageError } from "../../kernel/storage-error.js";

/** The file as it was when it was opened. Writing goes on into a file that was deleted, and its restart would be empty. */
export class DatabaseFile {
  private damage: StorageError | undefined;

  private constructor(
    readonly path: string,
    private readonly inode: number,
  ) {}

  /** Creates it when it is missing, for its owner alone: SQLite gives its -wal and -shm files the mode of the main file. */
  static async prepare(path: string): Promise<DatabaseFile> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, "a", 0o600);
    const { size, ino } = await file.stat();
    await file.close();
    if (size === 0) await chmod(path, 0o600);
    return new DatabaseFile(path, ino);
  }

  /** Remembers damage that some statement met: later ones may not meet it again. */
  noteFailure(failure: StorageError): void {
    if (failure.kind === "corrupt") this.damage ??= failure;
  }

  /** @throws StorageError when the path no longer leads to the opened file, or the file is known to be damaged */
  requireSound(): void {
    if (this.damage) throw this.damage;
    this.requireInPlace();
  }

  /** @throws StorageError when the path no longer leads to the opened file. A few microseconds, before every commit. */
  requireInPlace(): void {
    if (statSync(this.path, { throwIfNoEntry: false })?.ino === this.inode) return;
    throw new StorageError("unavailable", "FILE_REPLACED", "database.file");
  }
}
