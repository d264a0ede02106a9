-- Add the events that a reader made to the candidates for validation, after the last of them.

insert into candidates
select
    (select coalesce(max(candidates.ordinal), 0) from candidates) + read_events.place as ordinal,
    read_events.file_number,
    read_events.location,
    true as is_clear,
    read_events.kind,
    read_events.run_id,
    null as subject,
    null as supersedes,
    null as schema_version,
    read_events.occurred_at,
    read_events.source,
    read_events.payload,
    -- Written from objects, which have no key twice; the slow path looks at repairs.
    if(
        read_events.is_shallow
        and not contains(read_events.payload, '"repairs":')
        and not contains(read_events.payload, '"redactions":'),
        -1,
        null
    ) as key_count
from read_events;
