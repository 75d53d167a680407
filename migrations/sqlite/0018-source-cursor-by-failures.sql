-- Counts the scopes that keep failing without reading the others.
CREATE INDEX source_cursor_by_failures ON source_cursor (binding, failures);
