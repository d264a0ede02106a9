-- No events: no segment has any of the runs asked for.

create or replace temp table recorded_events as
select
    position,
    event_id,
    kind,
    run_id,
    subject,
    revision,
    supersedes,
    schema_version,
    occurred_at,
    recorded_at,
    source,
    payload,
    payload_salt,
    '' as payload_hash_hex,
    '' as leaf_hash_hex
from log.events
where false;
