-- One row a scope: the lock of every write to its inbox and its approved Artifacts. index_version is the analyzer the live
-- postings were made with, 0 when there are none to trust, NULL without an approved Artifact.
CREATE TABLE review_head (
  scope_key        INTEGER PRIMARY KEY,
  last_candidate   INTEGER NOT NULL,
  last_artifact    INTEGER NOT NULL,
  active_artifacts INTEGER NOT NULL,
  index_version    INTEGER,
  index_build      INTEGER NOT NULL,
  last_build       INTEGER NOT NULL
) STRICT;
