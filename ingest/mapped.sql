-- What a map of the caller's own gave, to events.
--
-- Reads `records` (ordinal, file_number, record), each with the columns that the map gave. A merge
-- patch onto nothing leaves out what is null. A payload may be a struct, JSON, or JSON as text; a
-- time as DuckDB prints it is UTC.
--
-- grain: ordinal

select
    ordinal,
    record ->> '$.kind' as kind,
    coalesce(record ->> '$.run_id', getvariable('run_id')) as run_id,
    record ->> '$.subject' as subject,
    record ->> '$.supersedes' as supersedes,
    record ->> '$.schema_version' as schema_version,
    case
        when
            regexp_full_match(
                record ->> '$.occurred_at', '\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?(\+00)?'
            )
            then replace(replace(record ->> '$.occurred_at', ' ', 'T'), '+00', '') || 'Z'
        else record ->> '$.occurred_at'
    end as occurred_at,
    json_merge_patch(
        '{}',
        case
            when json_type(record, '$.payload') = 'VARCHAR'
                then coalesce(try_cast(record ->> '$.payload' as json), record -> '$.payload')
            else record -> '$.payload'
        end
    )::json as payload
from records
order by ordinal
