-- Due at once: whatever the journals hold has not been read. An older server would make scopes without these rows.
-- compatible-from: 19
INSERT IGNORE INTO source_cursor (scope_key, binding, position, failures, next_attempt_at)
SELECT s.scope_key, b.binding, 0, 0, 0 FROM scope s CROSS JOIN (SELECT 1 AS binding UNION ALL SELECT 2) b
