-- One row a scope; revision 0 means no Memory yet. The lock of every Memory write.
-- index_version is the analyzer the live postings were made with, 0 when there are none to trust, NULL without a Memory.
CREATE TABLE IF NOT EXISTS memory_head (
  scope_key      BIGINT NOT NULL,
  revision       BIGINT NOT NULL,
  hash           BINARY(32) NOT NULL,
  last_entry     BIGINT NOT NULL,
  active_entries BIGINT NOT NULL,
  index_version  BIGINT,
  index_build    BIGINT NOT NULL,
  last_build     BIGINT NOT NULL,
  PRIMARY KEY (scope_key),
  KEY memory_head_by_index_version (index_version, scope_key)
) /*PARTITIONS*/
