-- Every scope that was ever written to. Rows are never deleted, so a committed key stays valid.
-- The one AUTO_INCREMENT: keys may jump, they only have to differ. Not partitioned: it is found by its text.
CREATE TABLE IF NOT EXISTS scope (
  scope_key BIGINT NOT NULL AUTO_INCREMENT,
  scope_id  VARBINARY(1024) NOT NULL,
  PRIMARY KEY (scope_key),
  UNIQUE KEY scope_by_id (scope_id)
)
