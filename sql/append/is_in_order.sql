-- Whether the outgoing events lie in the order of their places already.

with neighbours as (
    select
        place,
        lag(place) over () as place_before
    from outgoing
)

select coalesce(bool_and(place > place_before), true) as is_in_order
from neighbours;
