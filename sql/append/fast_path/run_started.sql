-- The run_started events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/run_started.json: edit that file.
-- A subject is null where the slow path has to look.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        cast(json_extract(
            payload,
            [
                '$.suite',
                '$.suite_version',
                '$.seed',
                '$.git_sha',
                '$.git_branch',
                '$.committed_at',
                '$.systems',
                '$.controls',
                '$.attempts',
                '$.raters',
                '$.config',
                '$.tags'
            ]
        ) as text[]) as field,
        key_count
    from prefiltered
    where
        kind = 'run_started'
), fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        0 as inner_count,
        field[1] as suite,
        field[2] as suite_version,
        field[3] as seed,
        field[4] as git_sha,
        field[5] as git_branch,
        field[6] as committed_at,
        field[7] as systems,
        field[8] as controls,
        field[9] as attempts,
        field[10] as raters,
        field[11] as config,
        field[12] as tags
    from parsed_payloads
)
select
    ordinal,
    case
        when are_keys_unique(payload, key_count, known_count, inner_count)
        and is_bounded_text(suite, 1, 512)
        and (
            is_absent(suite_version) or is_text(suite_version)
        )
        and (
            is_absent(seed) or is_text(seed) or is_integer(seed)
        )
        and (
            is_absent(git_sha) or is_text(git_sha)
        )
        and (
            is_absent(git_branch) or is_text(git_branch)
        )
        and (
            is_absent(committed_at) or is_text(committed_at)
        )
        and (
            is_absent(systems) or is_list_of(systems, '"[^"\\]*"')
        )
        and (
            is_absent(controls) or is_list_of(controls, '"[^"\\]*"')
        )
        and (
            is_absent(attempts)
            or is_integer(attempts, low := 1, high := 1000)
        )
        and (
            is_absent(raters) or is_list_of(raters, '"[^"\\]*"')
        )
        and (
            is_absent(config) or is_object(config)
        )
        and (
            is_absent(tags) or is_list_of(tags, '"[^"\\]*"')
        )
        then ''
    end as subject,
    key_count > known_count + inner_count as may_hold_unknown_field
from fields
