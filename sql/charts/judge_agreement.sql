-- One run's agreement of validators with people, and of people with each other.
--
-- A validator is there against most people; people are there once for each pair.

select
    system_id,
    validator_id,
    variant,
    judge_agreement as value,
    ci_low,
    ci_high,
    scored_count,
    percent_agreement,
    coverage
from metrics.judge_agreement
where
    run_id = $run_id
    and (
        variant = 'with=people'
        or validator_id like 'human:%' and validator_id < replace(variant, 'with=', '')
    )
order by validator_id, variant, system_id
