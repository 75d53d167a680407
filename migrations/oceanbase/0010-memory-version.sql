-- Immutable entry versions. evidence is JSON, NULL when there is none.
CREATE TABLE IF NOT EXISTS memory_version (
  scope_key    BIGINT NOT NULL,
  entry        BIGINT NOT NULL,
  version      BIGINT NOT NULL,
  version_id   BINARY(16) NOT NULL,
  kind         VARBINARY(1024) NOT NULL,
  text         MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  evidence     MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  content_hash BINARY(32) NOT NULL,
  text_key     BIGINT NOT NULL,
  PRIMARY KEY (scope_key, entry, version),
  KEY memory_version_by_text_key (scope_key, text_key)
) /*PARTITIONS*/
