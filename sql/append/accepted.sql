-- The candidates that are surely fine, as they will be kept.
--
-- grain: ordinal

select
    candidates.ordinal,
    candidates.kind,
    candidates.run_id,
    plain.subject,
    candidates.supersedes::uuid as supersedes,
    coalesce(candidates.schema_version::smallint, 1)::smallint as schema_version,
    utc_time(candidates.occurred_at) as occurred_at,
    candidates.source,
    candidates.payload
from candidates
inner join plain using (ordinal)
where
    plain.subject is not null
    and coalesce(candidates.subject = plain.subject, true)
