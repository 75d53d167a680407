-- The one vector space of the deployment, in slot 1; no row until a server with an embedding model has started. Vectors carry
-- the generation they belong to, so that those of an earlier space are never compared with a later one's.
CREATE TABLE vector_profile (
  slot          INTEGER PRIMARY KEY,
  generation    INTEGER NOT NULL,
  profile_id    TEXT NOT NULL,
  model         TEXT NOT NULL,
  dimension     INTEGER NOT NULL,
  normalization TEXT NOT NULL
) STRICT;
