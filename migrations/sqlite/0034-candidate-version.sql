-- What each version of a Candidate proposes, never rewritten. proposal_hash finds what has been proposed before.
CREATE TABLE candidate_version (
  scope_key          INTEGER NOT NULL,
  candidate_no       INTEGER NOT NULL,
  version            INTEGER NOT NULL,
  proposal           TEXT NOT NULL,
  proposal_hash      BLOB NOT NULL,
  evidence           TEXT NOT NULL,
  operation_id       BLOB NOT NULL,
  target_artifact_id BLOB,
  target_revision    INTEGER,
  reason             TEXT,
  PRIMARY KEY (scope_key, candidate_no, version)
) STRICT;
