/** Whether what search reads is complete. Derived data is rebuilt from authoritative rows, so this never blocks a write. */
export abstract class IndexReadiness {
  /**
   * `not_ready` while some scope's index is missing or of another version, so that its searches scan instead. Costs the
   * same however much is stored. @throws StorageError
   */
  abstract state(): Promise<"ready" | "not_ready">;
}
