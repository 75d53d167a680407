-- One row a scope; revision 0 means no Memory yet. The lock of every Memory write.
-- index_version is the analyzer the live postings were made with, 0 when there are none to trust, NULL without a Memory.
CREATE TABLE memory_head (
  scope_key      INTEGER PRIMARY KEY,
  revision       INTEGER NOT NULL,
  hash           BLOB NOT NULL,
  last_entry     INTEGER NOT NULL,
  active_entries INTEGER NOT NULL,
  index_version  INTEGER,
  index_build    INTEGER NOT NULL,
  last_build     INTEGER NOT NULL
) STRICT;
