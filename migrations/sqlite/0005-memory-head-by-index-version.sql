-- Finds scopes whose postings are of another analyzer without reading the others.
CREATE INDEX memory_head_by_index_version ON memory_head (index_version, scope_key);
