-- The events that a reader made, one list a column.
--
-- `records` has for each event the place, from 1, of its record in the lists of locations, runs,
-- files and sources. A table of its own, since to insert from a list takes four times as long as
-- to create a table of it.
--
-- grain: place

create or replace temp table read_events as

with lines as (
    select
        unnest(range(1, len($records::integer[]) + 1)) as place,
        unnest($records::integer[]) as record_place,
        unnest($kinds::varchar[]) as kind,
        unnest($times::varchar[]) as occurred_at,
        unnest($payloads::varchar[]) as payload
)

select
    place,
    ($file_numbers::integer[])[record_place] as file_number,
    ($locations::varchar[])[record_place] as location,
    kind,
    ($run_ids::varchar[])[record_place] as run_id,
    ($are_shallow::boolean[])[record_place] as is_shallow,
    occurred_at,
    ($sources::varchar[])[record_place] as source,
    payload
from lines;
