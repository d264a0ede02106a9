-- Mean score of the evidence that a system gives where it is asked for some.
--
-- The mean score of the validator evidence over the cases that it was to judge and that ask for
-- evidence; of a case that asks for none it says nothing, and nothing is counted. A reply that
-- never came or cannot be read gives no evidence: 0. A case counts with the mean over its attempts
-- that were scored: facts.answer_sums. Without any such case there is no row, and where none was
-- judged the value is null: no evidence looked at is not good evidence.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: mean score
-- range: 0 to 1
-- better: higher
-- source: mean of the evidence score over cases that ask for evidence; interval as that of
--     accuracy
-- empty: no_response, no_verdict of evidence, nothing_right_or_wrong
-- counts: facts.counted_answers where validator_id = 'evidence'
-- numerator: weight * correctness

create or replace view metrics.evidence_quality as

select
    run_id, system_id, validator_id, slice_name, slice_value,
    -- No other validator judges this.
    true as is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    correctness_sum / nullif(scored_count, 0) as evidence_quality,
    macros.share_low(
        correctness_sum, correctness_deviation, scored_count, scored_attempt_count
    ) as ci_low,
    macros.share_high(
        correctness_sum, correctness_deviation, scored_count, scored_attempt_count
    ) as ci_high
from facts.answer_sums
where validator_id = 'evidence';
