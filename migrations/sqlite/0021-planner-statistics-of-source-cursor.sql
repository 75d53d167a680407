-- Fixed figures, as in 0014.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('source_cursor', 'sqlite_autoindex_source_cursor_1', '1000000 2 1'),
  ('source_cursor', 'source_cursor_by_due', '1000000 500000 250000 10 1'),
  ('source_cursor', 'source_cursor_by_failures', '1000000 500000 10');
