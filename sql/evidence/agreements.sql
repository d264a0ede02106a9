-- How far the judges of the runs agree with people: Cohen's kappa on the replies people labelled.
--
-- Labels on one reply by several people count as most of them say.
--
-- Parameters: run_ids.
--
-- grain: run_id, system_id, validator_id

select
    run_id,
    system_id,
    validator_id,
    scored_count,
    label_count,
    judge_agreement as kappa,
    ci_low,
    ci_high,
    percent_agreement
from metrics.judge_agreement
where
    list_contains($run_ids, run_id)
    and variant = 'with=people'
    and scored_count > 0
    and not starts_with(validator_id, 'human:')
order by list_position($run_ids, run_id), validator_id, system_id
