-- The inbox, its current state. Numbered under review_head, so that paging by number is stable. operation_id is of the last
-- write; result_* is the Artifact Revision an approval made.
CREATE TABLE candidate (
  scope_key          INTEGER NOT NULL,
  candidate_no       INTEGER NOT NULL,
  candidate_id       BLOB NOT NULL,
  family             TEXT NOT NULL,
  status             TEXT NOT NULL,
  version            INTEGER NOT NULL,
  operation_id       BLOB NOT NULL,
  created_at         INTEGER NOT NULL,
  result_artifact_id BLOB,
  result_revision    INTEGER,
  decision_reason    TEXT,
  PRIMARY KEY (scope_key, candidate_no),
  UNIQUE (scope_key, candidate_id)
) STRICT;
