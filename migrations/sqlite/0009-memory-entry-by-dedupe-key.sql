CREATE INDEX memory_entry_by_dedupe_key ON memory_entry (scope_key, dedupe_key);
