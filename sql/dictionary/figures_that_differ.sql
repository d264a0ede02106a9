-- Figures that a log reports itself and that evalstore computes otherwise, with the reason.

select
    run_id,
    system_id,
    validator_id,
    metric,
    reported_value,
    computed_value,
    reason
from facts.reported_scores
where verdict = 'differs'
order by run_id, validator_id, metric;
