-- By which reading of its format each file of a run was read: one row per file.
--
-- A format's reading is a number that grows where evalstore comes to count otherwise what its
-- files say; `evalstore doctor` lists the runs that were read by an older one. A file is listed
-- where a case, a response or a verdict of it counts. named_run_id is the run that it was recorded
-- under by name; null where the file names its run itself.
--
-- grain: run_id, format, sha256

create or replace view facts.source_readings as

with sources as (
    select distinct
        run_id,
        source
    from log.current_events
    where kind in ('case_generated', 'response_recorded', 'verdict_recorded')
),

files as (
    select
        run_id,
        regexp_extract(source, '^([a-z0-9_]+):(.*)#sha256=([0-9a-f]+)$', 1) as format,
        regexp_extract(source, '^([a-z0-9_]+):(.*)#sha256=([0-9a-f]+)$', 2) as source,
        regexp_extract(source, '^([a-z0-9_]+):(.*)#sha256=([0-9a-f]+)$', 3) as sha256
    from sources
    where regexp_matches(source, '^[a-z0-9_]+:.*#sha256=[0-9a-f]+$')
),

recorded_readings as (
    select
        subject as sha256,
        json_extract_string(payload, '$.run_id') as named_run_id,
        max(
            coalesce(try_cast(json_extract_string(payload, '$.reading') as integer), 1)
        ) as reading
    from log.events
    where run_id = '' and kind = 'ingest_recorded'
    group by all
)

select
    files.run_id,
    files.format,
    max(files.source) as source,
    files.sha256,
    coalesce(max(recorded_readings.reading), 1) as reading,
    max(recorded_readings.named_run_id) as named_run_id
from files
left join recorded_readings
    on
        files.sha256 = recorded_readings.sha256
        and coalesce(files.run_id = recorded_readings.named_run_id, true)
group by files.run_id, files.format, files.sha256;
