-- The format a mapped file was read as, from the source its events name; else an empty text.

create or replace temp macro source_format(source) as
regexp_extract(source, '^([a-z_]+):.*#sha256=[0-9a-f]+$', 1);
