-- Finds the scopes whose index must be rebuilt without reading the others.
CREATE INDEX review_head_by_index_version ON review_head (index_version, scope_key);
