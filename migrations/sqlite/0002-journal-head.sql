-- The last position given out in a scope: the lock of every capture.
CREATE TABLE journal_head (
  scope_key INTEGER PRIMARY KEY,
  position  INTEGER NOT NULL
) STRICT;
