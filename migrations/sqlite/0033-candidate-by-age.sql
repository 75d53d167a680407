-- How many wait in all scopes, and since when.
CREATE INDEX candidate_by_age ON candidate (status, created_at);
