ANALYZE sqlite_schema;
