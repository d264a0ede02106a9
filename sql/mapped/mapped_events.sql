-- What a map gives, each row as JSON text in the order in which it came.
--
-- grain: event_order

create or replace table mapped_events as
select
    row_number() over () as event_order,
    to_json(mapped)::varchar as event
from mapped;
