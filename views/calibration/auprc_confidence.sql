-- How right the answers are as ever less sure ones are let in: the average precision.
--
-- From the surest answers down, the share right among those so far, averaged over the right
-- ones; answers of the same confidence are let in together. A system whose confidence says
-- nothing gets its share of right answers, so compare it with that. An answer is right when its
-- correctness is at least one half. Only judged answers with a stated confidence count;
-- abstained ones claim nothing. Null where none made a claim, or all are right, or all are
-- wrong: scikit-learn then says 1 or 0. Claims of each confidence_kind are measured apart; its
-- name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of answers
-- range: 0 to 1
-- better: higher
-- source: average precision, as average_precision_score of scikit-learn: steps, not trapezoids
-- parameters: right: correctness >= 0.5

create or replace view metrics.auprc_confidence as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    case
        when sum(wrong_sum) > 0
            then
                sum(right_sum * (surer_right_sum + right_sum) / (surer_sum + weight_sum))
                / nullif(sum(right_sum), 0)
    end as auprc_confidence
from facts.claim_confidences
group by all;
