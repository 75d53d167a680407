-- How far each reader of a journal has come (binding 1 memory, 2 experience), when it is due and who is at it. Times are
-- milliseconds of the database's clock; without next_attempt_at a scope rests until its next capture.
CREATE TABLE source_cursor (
  scope_key       INTEGER NOT NULL,
  binding         INTEGER NOT NULL,
  position        INTEGER NOT NULL,
  failures        INTEGER NOT NULL,
  next_attempt_at INTEGER,
  claim           BLOB,
  claimed_until   INTEGER,
  PRIMARY KEY (scope_key, binding)
) STRICT;
