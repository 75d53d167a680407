-- Finds what is due without reading what rests or waits.
CREATE INDEX source_cursor_by_due ON source_cursor (binding, next_attempt_at, scope_key);
