-- One row a Revision; hash covers the one before it and the commitments of its changes.
CREATE TABLE memory_revision (
  scope_key    INTEGER NOT NULL,
  revision     INTEGER NOT NULL,
  operation_id BLOB NOT NULL,
  origin       TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  hash         BLOB NOT NULL,
  PRIMARY KEY (scope_key, revision)
) STRICT, WITHOUT ROWID;
