-- The outgoing events, each with a salt of its own.

create or replace temp table salted as

with numbered_events as (
    select
        outgoing.*,
        row_number() over (order by outgoing.place) - 1 as salt_number
    from outgoing
)

select numbered_events.* exclude (salt_number) replace (salts.payload_salt as payload_salt)
from numbered_events
inner join salts using (salt_number);
