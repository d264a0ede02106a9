-- Keep the candidates that the slow path accepted, given as one list a column.
--
-- A payload without changes is taken from the candidate, so that its bytes do not depend on the
-- path it came.

insert into slow_path

with events as (
    select
        unnest($ordinal::bigint[]) as ordinal,
        unnest($kind::varchar[]) as kind,
        unnest($run_id::varchar[]) as run_id,
        unnest($subject::varchar[]) as subject,
        unnest($supersedes::varchar[])::uuid as supersedes,
        unnest($schema_version::smallint[]) as schema_version,
        unnest($occurred_at::timestamp[]) as occurred_at,
        unnest($source::varchar[]) as source,
        unnest($payload::varchar[]) as changed_payload
)

select
    events.ordinal,
    candidates.file_number,
    events.kind,
    events.run_id,
    events.subject,
    events.supersedes,
    events.schema_version,
    events.occurred_at,
    events.source,
    coalesce(events.changed_payload, candidates.payload) as payload
from events
inner join candidates using (ordinal);
