-- Approved Artifacts at their current Revision.
CREATE TABLE IF NOT EXISTS artifact (
  scope_key   BIGINT NOT NULL,
  artifact_no BIGINT NOT NULL,
  family      VARBINARY(128) NOT NULL,
  artifact_id BINARY(16) NOT NULL,
  revision    BIGINT NOT NULL,
  PRIMARY KEY (scope_key, artifact_no),
  UNIQUE KEY artifact_by_id (scope_key, family, artifact_id)
) /*PARTITIONS*/
