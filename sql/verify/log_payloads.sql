-- Positions of log.events whose payload does not give the hash beside it.
--
-- Parameters: first_position, before which nothing is looked at.

select position
from log.events
where
    position >= $first_position
    and payload is not null
    and lower(hex(payload_hash)) is distinct from payload_hash(payload_salt, payload)
order by position;
