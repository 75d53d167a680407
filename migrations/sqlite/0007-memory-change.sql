-- What each Revision did to each entry. The state of an entry in Revision r is its latest row with revision <= r.
CREATE TABLE memory_change (
  scope_key  INTEGER NOT NULL,
  entry      INTEGER NOT NULL,
  revision   INTEGER NOT NULL,
  op         TEXT NOT NULL,
  version    INTEGER NOT NULL,
  reason     TEXT,
  salt       BLOB,
  commitment BLOB NOT NULL,
  PRIMARY KEY (scope_key, entry, revision),
  UNIQUE (scope_key, revision, entry)
) STRICT, WITHOUT ROWID;
