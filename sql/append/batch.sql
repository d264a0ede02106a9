-- Some of the queued candidates, with all that the slow path needs.
--
-- Session variables: first_place, end_place, secret_pattern.
--
-- grain: ordinal

with batch_ordinals as (
    select ordinal
    from queue
    where
        place >= getvariable('first_place')
        and place < getvariable('end_place')
)

select
    candidates.ordinal,
    candidates.file_number,
    coalesce(
        candidates.location,
        'line ' || (line_files.line_offset + candidates.ordinal)::varchar
    ) as location,
    lines.line,
    candidates.kind,
    candidates.run_id,
    candidates.subject,
    candidates.supersedes,
    candidates.schema_version,
    candidates.occurred_at,
    coalesce(candidates.source, '') as source,
    case when lines.line is null then candidates.payload end as payload,
    coalesce(
        regexp_matches(
            coalesce(lines.line, candidates.payload), getvariable('secret_pattern')
        ),
        true
    )
    or regexp_matches(
        concat_ws(
            ' ',
            candidates.kind,
            candidates.run_id,
            candidates.subject,
            candidates.supersedes,
            candidates.schema_version,
            candidates.occurred_at,
            candidates.source
        ),
        getvariable('secret_pattern')
    ) as may_hold_secret
from candidates
inner join batch_ordinals using (ordinal)
left join lines on candidates.ordinal = lines.rowid
left join line_files on candidates.file_number = line_files.file_number
order by candidates.ordinal
