-- The SHA-256 of the file an event was read from, as its source names it; else an empty text.

create or replace temp macro source_sha256(source) as
regexp_extract(source, '#sha256=([0-9a-f]+)$', 1);
