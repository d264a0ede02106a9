-- How many answers to the cards of one run have each prediction, as each validator has them.
--
-- The prediction is that of the metrics; null where the system failed.
--
-- grain: system_id, validator_id, is_primary_validator, label, prediction

select
    predictions.system_id,
    predictions.validator_id,
    predictions.is_primary_validator,
    predictions.label,
    predictions.prediction,
    count(*) as answer_count
from facts.sliced_predictions as predictions
-- Answers that nobody judged have no card of their own.
semi join facts.scored
    on
        predictions.system_id = scored.system_id
        and predictions.case_id = scored.case_id
        and predictions.attempt = scored.attempt
        and predictions.validator_id = scored.validator_id
        and scored.run_id = $run_id
where
    predictions.run_id = $run_id
    and predictions.slice_name = 'all'
group by all
order by all
