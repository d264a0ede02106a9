-- The first incoming event without a field that every event has, and which field that is.

with incomplete_events as (
    select
        ordinal,
        file_number,
        case
            when kind is null then 'kind'
            when run_id is null then 'run_id'
            when subject is null then 'subject'
            when schema_version is null then 'schema_version'
            when source is null then 'source'
            when payload_hash_hex is null then 'payload'
        end as column_name
    from incoming
    where
        kind is null
        or run_id is null
        or subject is null
        or schema_version is null
        or source is null
        or payload_hash_hex is null
)

select
    file_number,
    column_name
from incomplete_events
order by ordinal
limit 1;
