-- Fixed figures: a thousand rows a scope, one a full key. Without them the planner takes scope_key alone as nearly
-- unique and walks whole scopes. Nobody runs ANALYZE again, so plans do not change under load.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('scope', 'sqlite_autoindex_scope_1', '1000000 1'),
  ('source', 'sqlite_autoindex_source_1', '1000000 1000 1'),
  ('source', 'sqlite_autoindex_source_2', '1000000 1000 1000 1'),
  ('memory_head', 'memory_head_by_index_version', '1000000 1000 1'),
  ('memory_revision', 'memory_revision', '1000000 1000 1'),
  ('memory_change', 'memory_change', '1000000 1000 2 1'),
  ('memory_change', 'sqlite_autoindex_memory_change_2', '1000000 1000 2 1'),
  ('memory_entry', 'sqlite_autoindex_memory_entry_1', '1000000 1000 1'),
  ('memory_entry', 'sqlite_autoindex_memory_entry_2', '1000000 1000 1'),
  ('memory_entry', 'memory_entry_by_dedupe_key', '1000000 1000 1'),
  ('memory_version', 'sqlite_autoindex_memory_version_1', '1000000 1000 2 1'),
  ('memory_version', 'memory_version_by_text_key', '1000000 1000 1'),
  ('search_posting', 'search_posting', '10000000 10000 10000 10 1');
