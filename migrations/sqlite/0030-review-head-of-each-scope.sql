-- An older server would make scopes without these rows, and locking a missing row locks nothing.
-- compatible-from: 30
INSERT INTO review_head (scope_key, last_candidate, last_artifact, active_artifacts, index_version, index_build, last_build)
SELECT scope_key, 0, 0, 0, NULL, 0, 0 FROM scope;
