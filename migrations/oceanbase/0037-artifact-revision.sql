-- Every approved Revision with its evidence, for ever. hash is over both.
CREATE TABLE IF NOT EXISTS artifact_revision (
  scope_key   BIGINT NOT NULL,
  artifact_no BIGINT NOT NULL,
  revision    BIGINT NOT NULL,
  content     MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  evidence    MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  hash        BINARY(32) NOT NULL,
  PRIMARY KEY (scope_key, artifact_no, revision)
) /*PARTITIONS*/
