-- The one vector space of the deployment, in slot 1; no row until a server with an embedding model has started. Vectors carry
-- the generation they belong to, so that those of an earlier space are never compared with a later one's.
CREATE TABLE IF NOT EXISTS vector_profile (
  slot          BIGINT NOT NULL,
  generation    BIGINT NOT NULL,
  profile_id    VARBINARY(512) NOT NULL,
  model         VARBINARY(1024) NOT NULL,
  dimension     BIGINT NOT NULL,
  normalization VARBINARY(16) NOT NULL,
  PRIMARY KEY (slot)
)
