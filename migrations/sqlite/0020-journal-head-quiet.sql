-- 1 while some reader of the journal rests: then a capture makes the scope due again.
ALTER TABLE journal_head ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0;
