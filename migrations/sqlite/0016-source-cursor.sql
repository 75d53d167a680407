-- How far each reader of a journal has come (binding 1 memory, 2 experience), when it is due and who is at it. Times are
-- milliseconds of the database's clock; without next_attempt_at a scope rests until its next capture. failing is 1 while
-- failures is not 0: what is due is sought by it.
CREATE TABLE source_cursor (
  scope_key       INTEGER NOT NULL,
  binding         INTEGER NOT NULL,
  position        INTEGER NOT NULL,
  failures        INTEGER NOT NULL,
  failing         INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  claim           BLOB,
  claimed_until   INTEGER,
  PRIMARY KEY (scope_key, binding)
) STRICT;
