-- Positions of log.events whose payload does not give the hash beside it.

select position
from log.events
where
    payload is not null
    and lower(hex(payload_hash)) is distinct from payload_hash(payload_salt, payload)
order by position;
