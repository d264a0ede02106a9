-- Files of this call that the store has read before, by an older reading of their format only.
--
-- Of a file that was read before sources were recorded, the batches alone say so: its reading was
-- the first.
--
-- grain: source, named_run_id

create or replace temp table older_readings as

with recorded_readings as (
    select
        subject as sha256,
        json_extract_string(payload, '$.run_id') as named_run_id,
        max(coalesce(try_cast(json_extract_string(payload, '$.reading') as integer), 1))
            as reading
    from log.events
    where
        run_id = ''
        and kind = 'ingest_recorded'
        and subject in (select source_sha256(read_sources.source) from read_sources)
    group by all
),

unrecorded as (
    select distinct source_sha256(source) as sha256
    from read_sources
    where
        source_sha256(source) not in (select recorded_readings.sha256 from recorded_readings)
),

batch_readings as (
    select distinct
        unrecorded.sha256,
        1 as reading
    from unrecorded
    inner join log.batches on contains(batches.sources::varchar, unrecorded.sha256)
)

select
    read_sources.source,
    read_sources.named_run_id,
    source_sha256(read_sources.source) as sha256
from read_sources
left join recorded_readings
    on
        source_sha256(read_sources.source) = recorded_readings.sha256
        and read_sources.named_run_id is not distinct from recorded_readings.named_run_id
left join batch_readings on source_sha256(read_sources.source) = batch_readings.sha256
where coalesce(recorded_readings.reading, batch_readings.reading) < read_sources.reading;
