-- Every scope that was ever written to. Rows are never deleted, so a committed key stays valid.
CREATE TABLE scope (
  scope_key INTEGER PRIMARY KEY,
  scope_id  TEXT NOT NULL UNIQUE
) STRICT;
