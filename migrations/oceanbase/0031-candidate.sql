-- The inbox, its current state. Numbered under review_head, so that paging by number is stable. operation_id is of the last
-- write; result_* is the Artifact Revision an approval made.
CREATE TABLE IF NOT EXISTS candidate (
  scope_key          BIGINT NOT NULL,
  candidate_no       BIGINT NOT NULL,
  candidate_id       BINARY(16) NOT NULL,
  family             VARBINARY(128) NOT NULL,
  status             VARBINARY(16) NOT NULL,
  version            BIGINT NOT NULL,
  operation_id       BINARY(16) NOT NULL,
  created_at         BIGINT NOT NULL,
  result_artifact_id BINARY(16),
  result_revision    BIGINT,
  decision_reason    MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  PRIMARY KEY (scope_key, candidate_no),
  UNIQUE KEY candidate_by_id (scope_key, candidate_id),
  KEY candidate_by_status (scope_key, status, candidate_no),
  KEY candidate_by_age (status, created_at)
) /*PARTITIONS*/
