-- Approved Artifacts at their current Revision.
CREATE TABLE artifact (
  scope_key   INTEGER NOT NULL,
  artifact_no INTEGER NOT NULL,
  family      TEXT NOT NULL,
  artifact_id BLOB NOT NULL,
  revision    INTEGER NOT NULL,
  PRIMARY KEY (scope_key, artifact_no),
  UNIQUE (scope_key, family, artifact_id)
) STRICT;
