-- 1 while some active entry may lack its vector: kept with the head that every write saves anyway. A server that does not know
-- the column leaves it as it is; readers notice, because they look for the vectors themselves.
ALTER TABLE memory_head ADD COLUMN vectors_pending BIGINT NOT NULL DEFAULT 1
