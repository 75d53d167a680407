-- What each Revision did to each entry. The state of an entry in Revision r is its latest row with revision <= r.
CREATE TABLE IF NOT EXISTS memory_change (
  scope_key  BIGINT NOT NULL,
  entry      BIGINT NOT NULL,
  revision   BIGINT NOT NULL,
  op         VARBINARY(16) NOT NULL,
  version    BIGINT NOT NULL,
  reason     MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  salt       BINARY(16),
  commitment BINARY(32) NOT NULL,
  PRIMARY KEY (scope_key, entry, revision),
  UNIQUE KEY memory_change_by_revision (scope_key, revision, entry)
) /*PARTITIONS*/
