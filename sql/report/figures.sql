-- The figures that the log of a run reports itself, those first that need to be looked at.
--
-- Each row has the number of all figures of the run by verdict, also of those beyond the limit.

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
    reason,
    count(*) filter (where verdict = 'agrees') over () as agrees_count,
    count(*) filter (where verdict = 'differs') over () as differs_count,
    count(*) filter (where verdict = 'not_comparable') over () as not_comparable_count
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
