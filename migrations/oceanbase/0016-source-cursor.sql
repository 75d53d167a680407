-- How far each reader of a journal has come (binding 1 memory, 2 experience), when it is due and who is at it. Times are
-- milliseconds of the database's clock; without next_attempt_at a scope rests until its next capture. failing is 1 while
-- failures is not 0: what is due is sought by it.
CREATE TABLE IF NOT EXISTS source_cursor (
  scope_key       BIGINT NOT NULL,
  binding         BIGINT NOT NULL,
  position        BIGINT NOT NULL,
  failures        BIGINT NOT NULL,
  failing         BIGINT NOT NULL DEFAULT 0,
  next_attempt_at BIGINT,
  claim           BINARY(16),
  claimed_until   BIGINT,
  PRIMARY KEY (scope_key, binding),
  INDEX source_cursor_by_due (binding, failing, next_attempt_at, scope_key),
  INDEX source_cursor_by_failures (binding, failures)
) /*PARTITIONS*/
