-- The last position given out in a scope: the lock of every capture.
CREATE TABLE IF NOT EXISTS journal_head (
  scope_key BIGINT NOT NULL,
  position  BIGINT NOT NULL,
  PRIMARY KEY (scope_key)
) /*PARTITIONS*/
