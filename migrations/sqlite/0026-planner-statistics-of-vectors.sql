-- Fixed like those of step 0014.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memory_head', 'memory_head_by_vectors_pending', '1000000 1000 1');
