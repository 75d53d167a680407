-- Every approved Revision with its evidence, for ever. hash is over both.
CREATE TABLE artifact_revision (
  scope_key   INTEGER NOT NULL,
  artifact_no INTEGER NOT NULL,
  revision    INTEGER NOT NULL,
  content     TEXT NOT NULL,
  evidence    TEXT NOT NULL,
  hash        BLOB NOT NULL,
  PRIMARY KEY (scope_key, artifact_no, revision)
) STRICT;
