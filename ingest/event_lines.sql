-- Event lines, the format any runner can write: one JSON object a line.
--
-- Reads lines(line), one row a line in their order; blank lines are no records. A line stays only
-- where its envelope is not surely fine: then the line counts and not the columns beside it.
-- Session variables: source (where a line does not say), first_line_number, suspicious_pattern.
--
-- grain: ordinal

with parsed_lines as (
    select
        rowid as ordinal,
        line,
        -- What DuckDB cannot parse gives null, and so goes the careful way.
        try(json_extract(line, [
            '$.kind', '$.run_id', '$.subject', '$.schema_version', '$.supersedes',
            '$.occurred_at', '$.source', '$.payload'
        ]))::varchar[] as field,
        try(len(json_keys(line))) as key_count
    from lines
    where not regexp_full_match(line, '[ \t\r]*')
)

select
    ordinal,
    'line ' || (getvariable('first_line_number') + ordinal)::varchar as locus,
    case
        when
            -- Each key is a known one, once.
            key_count = list_count(field)
            and is_text(field[1])
            and is_text(field[2])
            and (is_absent(field[3]) or is_text(field[3]))
            and (is_absent(field[4]) or is_count(field[4], 1))
            and (is_absent(field[5]) or is_text(field[5]))
            and (is_absent(field[6]) or is_text(field[6]))
            and (is_absent(field[7]) or is_text(field[7]))
            and is_object(field[8])
            and not regexp_matches(line, getvariable('suspicious_pattern'))
            then null
        else line
    end as line,
    field[1] ->> '$' as kind,
    field[2] ->> '$' as run_id,
    field[3] ->> '$' as subject,
    field[5] ->> '$' as supersedes,
    field[4] ->> '$' as schema_version,
    field[6] ->> '$' as occurred_at,
    coalesce(field[7] ->> '$', getvariable('source')) as source,
    field[8] as payload
from parsed_lines
