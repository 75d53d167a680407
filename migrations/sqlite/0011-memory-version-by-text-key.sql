-- For extraction, which must not bring back a text that a person retired: it looks by the text alone, whatever the evidence.
CREATE INDEX memory_version_by_text_key ON memory_version (scope_key, text_key);
