-- The derived full-text index: which documents of a collection hold a term, and how much it weighs there.
CREATE TABLE IF NOT EXISTS search_posting (
  scope_key  BIGINT NOT NULL,
  collection BIGINT NOT NULL,
  term       VARBINARY(96) NOT NULL,
  doc        BIGINT NOT NULL,
  impact     BIGINT NOT NULL,
  PRIMARY KEY (scope_key, collection, term, doc)
) /*PARTITIONS*/
