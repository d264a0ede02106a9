-- Files whose every record is in the log: same bytes, read by the same reader, none left out.
--
-- One with fields that are probably misspelt, or with doubts, is read again, so that each is named
-- again.

with batch_sources as (
    select
        unnest(from_json(sources, '[{
            "sha256": "VARCHAR", "format": "VARCHAR", "reader": "VARCHAR", "run_id": "VARCHAR",
            "read": "BIGINT", "skipped": "JSON", "misspelt_count": "BIGINT",
            "doubt_count": "BIGINT"
        }]')) as source
    from log.batches
    where contains(sources::varchar, $reader)
)

select
    source.sha256,
    source.format,
    source.run_id,
    source.read as read_count
from batch_sources
where
    source.reader = $reader
    and source.sha256 in (select unnest($sha256::varchar[]))
    and coalesce(source.skipped, '{}') = '{}'
    and coalesce(source.misspelt_count, 0) = 0
    and coalesce(source.doubt_count, 0) = 0
