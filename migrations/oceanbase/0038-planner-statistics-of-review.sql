-- The engine keeps statistics of its own.
SELECT 1
