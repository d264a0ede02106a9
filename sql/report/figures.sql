-- The figures that the log of a run reports itself, those first that need to be looked at.

select
    system_id,
    validator_id,
    metric,
    reducer,
    group_name,
    reported_value,
    computed_value,
    reported_count,
    computed_count,
    verdict,
    reason
from facts.reported_scores
where run_id = $run_id
order by
    verdict = 'agrees',
    verdict = 'not_comparable',
    reason nulls first,
    system_id,
    validator_id,
    metric,
    reducer,
    group_name
limit $figure_limit
