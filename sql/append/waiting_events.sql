-- The first events that wait in inbox files, as event lines.
--
-- grain: event

select
    json_merge_patch('{}', json_object(
        'kind', kind,
        'run_id', run_id,
        'subject', subject,
        'supersedes', supersedes,
        'occurred_at', strftime(occurred_at, '%Y-%m-%dT%H:%M:%S.%fZ'),
        'payload', payload::json
    ))::varchar as event
from (
    select
        *,
        row_number() over () as place
    from read_parquet($files)
) as waiting
order by place
limit $count;
