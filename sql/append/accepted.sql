-- The events that may be appended: those that the fast path accepted, and those of the slow path.
--
-- A view, so that no payload is copied before it is written.
--
-- grain: ordinal

create or replace temp view accepted as

select
    candidates.ordinal,
    candidates.file_number,
    candidates.kind,
    candidates.run_id,
    fast_path.subject,
    candidates.supersedes::uuid as supersedes,
    coalesce(candidates.schema_version::smallint, 1)::smallint as schema_version,
    utc_time(candidates.occurred_at) as occurred_at,
    candidates.source,
    candidates.payload
from candidates
inner join fast_path using (ordinal)
where
    fast_path.subject is not null
    and coalesce(candidates.subject = fast_path.subject, true)
union all
select
    ordinal,
    file_number,
    kind,
    run_id,
    subject,
    supersedes,
    schema_version,
    occurred_at,
    source,
    payload
from slow_path;
