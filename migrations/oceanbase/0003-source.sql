-- The append-only journal.
CREATE TABLE IF NOT EXISTS source (
  scope_key     BIGINT NOT NULL,
  position      BIGINT NOT NULL,
  type          VARBINARY(128) NOT NULL,
  source_id     VARBINARY(1024) NOT NULL,
  payload_hash  BINARY(32) NOT NULL,
  content_bytes BIGINT NOT NULL,
  content       MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  metadata      MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  PRIMARY KEY (scope_key, position),
  UNIQUE KEY source_by_id (scope_key, type, source_id)
) /*PARTITIONS*/
