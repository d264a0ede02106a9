-- The candidates that the slow path accepted, as they will be kept.
--
-- A payload without changes is taken from the candidate, so that its bytes do not depend on the
-- path it came.
--
-- grain: ordinal

select
    let_in.ordinal,
    candidates.file_number,
    let_in.kind,
    let_in.run_id,
    let_in.subject,
    let_in.supersedes::uuid as supersedes,
    let_in.schema_version::smallint as schema_version,
    let_in.occurred_at::timestamp as occurred_at,
    let_in.source,
    coalesce(let_in.payload, candidates.payload) as payload
from let_in
inner join candidates using (ordinal)
