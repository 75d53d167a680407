-- Finds what is due, and of that what fails or what does not, without reading what rests or waits.
CREATE INDEX source_cursor_by_due ON source_cursor (binding, failing, next_attempt_at, scope_key);
