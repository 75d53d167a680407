-- Immutable entry versions. evidence is JSON, NULL when there is none.
CREATE TABLE memory_version (
  scope_key    INTEGER NOT NULL,
  entry        INTEGER NOT NULL,
  version      INTEGER NOT NULL,
  version_id   BLOB NOT NULL,
  kind         TEXT NOT NULL,
  text         TEXT NOT NULL,
  evidence     TEXT,
  content_hash BLOB NOT NULL,
  text_key     INTEGER NOT NULL,
  PRIMARY KEY (scope_key, entry, version)
) STRICT;
