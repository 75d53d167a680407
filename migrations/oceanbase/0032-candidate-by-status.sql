-- Declared with its table: an index added later takes the engine seconds.
SELECT 1
