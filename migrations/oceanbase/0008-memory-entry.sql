-- The current state of each entry. dedupe_key is set while the entry is active.
CREATE TABLE IF NOT EXISTS memory_entry (
  scope_key  BIGINT NOT NULL,
  entry      BIGINT NOT NULL,
  entry_id   BINARY(16) NOT NULL,
  version    BIGINT NOT NULL,
  state      VARBINARY(16) NOT NULL,
  changed_in BIGINT NOT NULL,
  dedupe_key BIGINT,
  PRIMARY KEY (scope_key, entry),
  UNIQUE KEY memory_entry_by_id (scope_key, entry_id),
  KEY memory_entry_by_dedupe_key (scope_key, dedupe_key)
) /*PARTITIONS*/
