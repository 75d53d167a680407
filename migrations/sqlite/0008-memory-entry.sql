-- The current state of each entry. dedupe_key is set while the entry is active.
CREATE TABLE memory_entry (
  scope_key  INTEGER NOT NULL,
  entry      INTEGER NOT NULL,
  entry_id   BLOB NOT NULL,
  version    INTEGER NOT NULL,
  state      TEXT NOT NULL,
  changed_in INTEGER NOT NULL,
  dedupe_key INTEGER,
  PRIMARY KEY (scope_key, entry),
  UNIQUE (scope_key, entry_id)
) STRICT;
