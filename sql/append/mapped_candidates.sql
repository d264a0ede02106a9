-- The events a mapping made, as candidates for the door.

create or replace temp table candidates as
select
    row_number() over (order by ordinal, mapped.rowid) as ordinal,
    locus,
    null::varchar as line,
    kind::varchar as kind,
    run_id::varchar as run_id,
    subject::varchar as subject,
    supersedes::varchar as supersedes,
    schema_version::varchar as schema_version,
    occurred_at::varchar as occurred_at,
    source::varchar as source,
    payload::varchar as payload
from mapped;
