-- The append-only journal.
CREATE TABLE source (
  scope_key     INTEGER NOT NULL,
  position      INTEGER NOT NULL,
  type          TEXT NOT NULL,
  source_id     TEXT NOT NULL,
  payload_hash  BLOB NOT NULL,
  content_bytes INTEGER NOT NULL,
  content       TEXT NOT NULL,
  metadata      TEXT,
  PRIMARY KEY (scope_key, position),
  UNIQUE (scope_key, type, source_id)
) STRICT;
