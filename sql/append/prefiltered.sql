-- The candidates whose envelope is surely fine, and whose payload holds nothing unusual.
--
-- The pattern finds what has to be repaired, redacted or refused. Lists may nest, so a payload
-- with many brackets could be too deep.
--
-- grain: ordinal

create or replace temp view prefiltered as

select
    ordinal,
    kind,
    payload,
    coalesce(key_count, key_count(payload)) as key_count
from candidates
where
    is_clear
    and starts_with(payload, '{')
    and length(run_id) between 1 and 512
    and regexp_full_match(run_id, '[ -~\x{a0}-\x{d7ff}\x{e000}-\x{10ffff}]+')
    and coalesce(schema_version = '1', true)
    and coalesce(
        regexp_full_match(supersedes, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'), true
    )
    and coalesce(
        regexp_full_match(
            occurred_at,
            '(?:19[789]|20\d|21\d)\d-\d\d-\d\d[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d'
            || '(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?'
        )
        and utc_time(occurred_at) >= timestamp '1970-01-01'
        and utc_time(occurred_at) < timestamp '2200-01-01',
        occurred_at is null
    )
    and length(source) <= 4096
    and regexp_full_match(source, '[ -~\x{a0}-\x{d7ff}\x{e000}-\x{10ffff}]*')
    and payload not like getvariable('deep_pattern')
    and (
        getvariable('are_prefiltered')
        or (
            json_valid(payload)
            and not regexp_matches(payload, getvariable('suspicious_pattern'))
            and not list_contains(getvariable('suspicious_names'), concat_ws(' ', run_id, source))
        )
    );
