-- The events this fold records, in the order of their positions.

create or replace temp view sealed_events as
select
    sealed.position,
    incoming.event_id,
    incoming.kind,
    incoming.run_id,
    incoming.subject,
    sealed.revision,
    incoming.supersedes,
    incoming.schema_version,
    incoming.occurred_at,
    incoming.recorded_at,
    incoming.source,
    incoming.payload,
    incoming.payload_salt,
    unhex(incoming.payload_hash_hex) as payload_hash,
    sealed.leaf_hash
from incoming
positional join sealed
where sealed.position is not null;
