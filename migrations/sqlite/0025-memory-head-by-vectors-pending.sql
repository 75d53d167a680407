-- Finds the scopes that wait for vectors without reading the others.
CREATE INDEX memory_head_by_vectors_pending ON memory_head (vectors_pending, scope_key);
