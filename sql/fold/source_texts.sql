-- The sources of the incoming events, where nearly each has its own: plain text.

create or replace temp type source_name as varchar;
