-- One row a scope: the lock of every write to its inbox and its approved Artifacts. index_version is the analyzer the live
-- postings were made with, 0 when there are none to trust, NULL without an approved Artifact.
CREATE TABLE IF NOT EXISTS review_head (
  scope_key        BIGINT NOT NULL,
  last_candidate   BIGINT NOT NULL,
  last_artifact    BIGINT NOT NULL,
  active_artifacts BIGINT NOT NULL,
  index_version    BIGINT,
  index_build      BIGINT NOT NULL,
  last_build       BIGINT NOT NULL,
  PRIMARY KEY (scope_key),
  KEY review_head_by_index_version (index_version, scope_key)
) /*PARTITIONS*/
