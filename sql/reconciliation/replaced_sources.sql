-- Earlier states of a file that holds a whole run: same name, other bytes, read by an older
-- reading.
--
-- What stands of them was once said by the later state too, in the same words, so that only the
-- earlier one is named as its source. The bytes are most likely gone: once the file is read by a
-- newer reading, theirs ends with its own.
--
-- grain: run_id, sha256

create or replace temp table replaced_sources as

with read_versions as (
    select
        versions.run_id,
        versions.family,
        source_name(versions.source) as name,
        max(read_sources.reading) as reading
    from versions
    inner join read_sources using (source)
    where versions.is_read and versions.holds_whole_run and versions.is_finished
    group by all
),

earlier_versions as (
    select
        versions.run_id,
        versions.sha256,
        read_versions.reading
    from versions
    inner join read_versions
        on
            versions.run_id = read_versions.run_id
            and versions.family = read_versions.family
            and source_name(versions.source) = read_versions.name
    where not versions.is_read
),

recorded_readings as (
    select
        subject as sha256,
        max(coalesce(try_cast(json_extract_string(payload, '$.reading') as integer), 1))
            as reading
    from log.events
    where
        run_id = ''
        and kind = 'ingest_recorded'
        and subject in (select earlier_versions.sha256 from earlier_versions)
    group by all
)

select
    earlier_versions.run_id,
    earlier_versions.sha256
from earlier_versions
left join recorded_readings using (sha256)
where coalesce(recorded_readings.reading, 1) < earlier_versions.reading;
