-- The run_started events that are surely fine, and the subject of each.
--
-- A subject is null where the careful path has to look; that costs time and nothing else.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        json_extract(payload, [
            '$.suite', '$.suite_version', '$.seed', '$.git_sha', '$.git_branch',
            '$.committed_at', '$.systems', '$.attempts', '$.raters', '$.config', '$.tags'
        ])::varchar[] as field,
        key_count
    from screened
    where kind = 'run_started'
),

fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        field[1] as suite,
        field[2] as suite_version,
        field[3] as seed,
        field[4] as git_sha,
        field[5] as git_branch,
        field[6] as committed_at,
        field[7] as systems,
        field[8] as attempts,
        field[9] as raters,
        field[10] as config,
        field[11] as tags
    from parsed_payloads
)

select
    ordinal,
    case
        when
            are_keys_unique(payload, key_count, known_count, 0)
            and is_identifier(suite)
            and (is_absent(suite_version) or is_text(suite_version))
            and (is_absent(seed) or is_text(seed) or is_count(seed, 0))
            and (is_absent(git_sha) or is_text(git_sha))
            and (is_absent(git_branch) or is_text(git_branch))
            and (is_absent(committed_at) or is_text(committed_at))
            and (is_absent(systems) or is_text_list(systems))
            and (
                is_absent(attempts)
                or (is_count(attempts, 1) and try_cast(attempts as integer) <= 1000)
            )
            and (is_absent(raters) or is_text_list(raters))
            and (is_absent(config) or is_object(config))
            and (is_absent(tags) or is_text_list(tags))
            then
                ''
    end as subject,
    key_count > known_count as may_hold_unknown_field
from fields
