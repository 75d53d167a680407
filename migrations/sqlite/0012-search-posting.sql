-- The derived full-text index: which documents of a collection hold a term, and how much it weighs there.
CREATE TABLE search_posting (
  scope_key  INTEGER NOT NULL,
  collection INTEGER NOT NULL,
  term       TEXT NOT NULL,
  doc        INTEGER NOT NULL,
  impact     INTEGER NOT NULL,
  PRIMARY KEY (scope_key, collection, term, doc)
) STRICT, WITHOUT ROWID;
