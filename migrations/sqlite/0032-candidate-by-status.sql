-- A page of the inbox.
CREATE INDEX candidate_by_status ON candidate (scope_key, status, candidate_no);
