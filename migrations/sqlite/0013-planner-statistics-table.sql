-- On the still empty tables this only makes sqlite_stat1.
ANALYZE;
