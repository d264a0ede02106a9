-- The outgoing events, each with a salt of its own.

create or replace temp table salted as

with numbered_events as (
    select
        outgoing.*,
        row_number() over (order by outgoing.place) - 1 as salt_number
    from outgoing
),

salts as (
    select
        unnest(range(len($salt::blob[]))) as salt_number,
        unnest($salt::blob[]) as payload_salt
)

select numbered_events.* exclude (salt_number) replace (salts.payload_salt as payload_salt)
from numbered_events
inner join salts using (salt_number);
