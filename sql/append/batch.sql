-- Some of the waiting candidates, with all that the careful path needs.
--
-- Session variables: first_place, end_place, secret_pattern.
--
-- grain: ordinal

with batch_ordinals as (
    select ordinal
    from waiting
    where
        place >= getvariable('first_place')
        and place < getvariable('end_place')
)

select
    candidates.ordinal,
    candidates.locus,
    candidates.line,
    candidates.kind,
    candidates.run_id,
    candidates.subject,
    candidates.supersedes,
    candidates.schema_version,
    candidates.occurred_at,
    coalesce(candidates.source, '') as source,
    case when candidates.line is null then candidates.payload end as payload,
    coalesce(
        regexp_matches(
            coalesce(candidates.line, candidates.payload), getvariable('secret_pattern')
        ),
        true
    ) as may_hold_secret
from candidates
inner join batch_ordinals using (ordinal)
order by candidates.ordinal
