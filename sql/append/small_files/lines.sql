-- The lines of small files, given as their texts, one row each, blank ones too.

create or replace temp table lines as

with texts as (
    select
        unnest($file_number::integer[]) as file_number,
        unnest($text::varchar[]) as file_text
)

select
    file_number,
    unnest(string_split(file_text, chr(10))) as line
from texts;
