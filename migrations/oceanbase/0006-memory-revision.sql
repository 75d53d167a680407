-- One row a Revision; hash covers the one before it and the commitments of its changes.
CREATE TABLE IF NOT EXISTS memory_revision (
  scope_key    BIGINT NOT NULL,
  revision     BIGINT NOT NULL,
  operation_id BINARY(16) NOT NULL,
  origin       VARBINARY(32) NOT NULL,
  created_at   BIGINT NOT NULL,
  hash         BINARY(32) NOT NULL,
  PRIMARY KEY (scope_key, revision)
) /*PARTITIONS*/
