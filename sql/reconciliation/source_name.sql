-- The name of the file an event was read from.

create or replace temp macro source_name(source) as
regexp_extract(source, '^[a-z_]+:(.*)#sha256=[0-9a-f]+$', 1);
