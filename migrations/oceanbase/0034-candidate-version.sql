-- What each version of a Candidate proposes, never rewritten. proposal_hash finds what has been proposed before.
CREATE TABLE IF NOT EXISTS candidate_version (
  scope_key          BIGINT NOT NULL,
  candidate_no       BIGINT NOT NULL,
  version            BIGINT NOT NULL,
  proposal           MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  proposal_hash      BINARY(32) NOT NULL,
  evidence           MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  operation_id       BINARY(16) NOT NULL,
  target_artifact_id BINARY(16),
  target_revision    BIGINT,
  reason             MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  PRIMARY KEY (scope_key, candidate_no, version),
  KEY candidate_version_by_proposal (scope_key, proposal_hash)
) /*PARTITIONS*/
