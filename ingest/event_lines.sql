-- Event lines, the format any runner can write: one JSON object a line.
--
-- Reads lines(file_number, line), one row a line in their order, and line_files(file_number,
-- source); blank lines are no records. `is_clear` where the envelope is surely fine; else the line
-- counts and not the columns beside it. `key_count` is how many keys the payload has, if each key
-- of the envelope is a known one and there once. Session variable: suspicious_pattern.
--
-- grain: ordinal

with parsed_lines as (
    select
        lines.rowid as ordinal,
        lines.line,
        line_files.file_number,
        line_files.source as file_source,
        -- What DuckDB cannot parse gives null, and so takes the slow path.
        try(json_extract(lines.line, [
            '$.kind', '$.run_id', '$.subject', '$.schema_version', '$.supersedes',
            '$.occurred_at', '$.source', '$.payload'
        ]))::varchar[] as field
    from lines
    inner join line_files using (file_number)
    where not regexp_full_match(lines.line, '[ \t\r]*')
)

select
    ordinal,
    file_number,
    null::varchar as location,
    coalesce(
        is_text(field[1])
        and is_text(field[2])
        and (is_absent(field[3]) or is_text(field[3]))
        and (is_absent(field[4]) or is_integer(field[4], low := 1))
        and (is_absent(field[5]) or is_text(field[5]))
        and (is_absent(field[6]) or is_text(field[6]))
        and (is_absent(field[7]) or is_text(field[7]))
        and is_object(field[8])
        and not regexp_matches(line, getvariable('suspicious_pattern')),
        false
    ) as is_clear,
    field[1] ->> '$' as kind,
    field[2] ->> '$' as run_id,
    field[3] ->> '$' as subject,
    field[5] ->> '$' as supersedes,
    field[4] ->> '$' as schema_version,
    field[6] ->> '$' as occurred_at,
    coalesce(field[7] ->> '$', file_source) as source,
    field[8] as payload,
    key_count(line) - list_count(field) as key_count
from parsed_lines
