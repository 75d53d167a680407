CREATE INDEX memory_version_by_text_key ON memory_version (scope_key, text_key);
