-- The events of a bundle: those of the run, and retractions in other runs.

create table log.events as
select
    position,
    event_id::uuid as event_id,
    kind,
    run_id,
    subject,
    revision,
    supersedes::uuid as supersedes,
    schema_version::smallint as schema_version,
    make_timestamp(occurred_at_us) as occurred_at,
    make_timestamp(recorded_at_us) as recorded_at,
    source,
    payload::json as payload,
    null::bigint as batch_id
from "events.parquet" -- noqa: RF05
order by position;
