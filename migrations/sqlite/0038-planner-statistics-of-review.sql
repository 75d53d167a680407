-- Fixed like those of step 0014.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('review_head', 'review_head_by_index_version', '1000000 1000 1'),
  ('candidate', 'sqlite_autoindex_candidate_1', '1000000 1000 1'),
  ('candidate', 'sqlite_autoindex_candidate_2', '1000000 1000 1'),
  ('candidate', 'candidate_by_status', '1000000 1000 300 1'),
  ('candidate', 'candidate_by_age', '1000000 300000 1'),
  ('candidate_version', 'sqlite_autoindex_candidate_version_1', '1000000 1000 2 1'),
  ('candidate_version', 'candidate_version_by_proposal', '1000000 1000 1'),
  ('artifact', 'sqlite_autoindex_artifact_1', '1000000 1000 1'),
  ('artifact', 'sqlite_autoindex_artifact_2', '1000000 1000 1000 1'),
  ('artifact_revision', 'sqlite_autoindex_artifact_revision_1', '1000000 1000 2 1');
