-- Which validators judged a run, and how: those with verdicts that say right or wrong, those that
-- measure, the primary one; and how many readings a critic gave. Controls count, too.
--
-- Parameters: run_id.
--
-- grain: one row

with judges as (
    select
        validator_id,
        bool_or(is_primary_validator) as is_primary,
        bool_or(outcome in ('right', 'wrong', 'abstained')) as is_deciding,
        bool_or(outcome = 'measured') as is_measuring
    from facts.scored
    where run_id = $run_id
    group by validator_id
)

select
    coalesce(list(validator_id order by validator_id) filter (where is_deciding), [])
        as deciding,
    coalesce(list(validator_id order by validator_id) filter (where is_measuring), [])
        as measuring,
    max(validator_id) filter (where is_primary) as primary_validator_id,
    (
        select count(*)
        from facts.alignments
        where alignments.run_id = $run_id
    ) as reading_count
from judges
