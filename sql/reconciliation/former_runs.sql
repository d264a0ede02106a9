-- The runs in which events of a file stand that an older reading of its format had read.
--
-- Where the file names its runs itself, those that it was once recorded under by name are left
-- aside; where a run is named for it, that one alone is meant.
--
-- grain: run_id, sha256

create or replace temp table former_runs as

with named_runs as (
    select distinct
        events.subject as sha256,
        json_extract_string(events.payload, '$.run_id') as run_id
    from log.events
    where
        events.run_id = ''
        and events.kind = 'ingest_recorded'
        and events.subject in (select older_readings.sha256 from older_readings)
),

-- Only they have its events, so that not the whole log is looked through.
source_batches as (
    select batches.batch_id
    from older_readings
    inner join log.batches on contains(batches.sources::varchar, older_readings.sha256)
    union
    select events.batch_id
    from log.events
    where
        events.run_id = ''
        and events.kind = 'ingest_recorded'
        and events.subject in (select older_readings.sha256 from older_readings)
),

source_runs as (
    select distinct
        events.run_id,
        events.source
    from log.events
    where
        events.batch_id in (select source_batches.batch_id from source_batches)
        and source_sha256(events.source) in (select older_readings.sha256 from older_readings)
)

select
    source_runs.run_id,
    older_readings.sha256,
    any_value(older_readings.source) as source
from source_runs
inner join older_readings on source_sha256(source_runs.source) = older_readings.sha256
left join named_runs
    on source_runs.run_id = named_runs.run_id and older_readings.sha256 = named_runs.sha256
where
    case
        when older_readings.named_run_id is null then named_runs.run_id is null
        else source_runs.run_id = older_readings.named_run_id
    end
group by source_runs.run_id, older_readings.sha256;
