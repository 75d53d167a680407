-- Finds an equal proposal whatever became of it.
CREATE INDEX candidate_version_by_proposal ON candidate_version (scope_key, proposal_hash);
