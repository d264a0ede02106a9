-- How much surer a system is than it is right.
--
-- Above zero it claims more than it knows; below, it knows more than it claims. Gaps of opposite
-- sign cancel, so it never exceeds ece. Answers without a stated confidence and abstained ones
-- claim nothing and are left out.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: difference of shares
-- range: -1 to 1
-- better: nearer 0
-- source: mean confidence less mean correctness (calibration in the large)

create or replace view metrics.confidence_gap as

with expected_answers as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        is_right,
        status,
        confidence - macros.correctness(is_right, score) as gap,
        macros.is_failed(is_right, status, outcome) as is_failed,
        macros.is_calibrated(is_right, outcome, confidence) as is_calibrated
    from facts.sliced
),

counted_answers as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) filter (where is_calibrated) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count,
        sum(gap) filter (where is_calibrated) as gap_sum
    from expected_answers
    group by all
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    is_primary_validator,
    scored_count,
    missing_count,
    error_count,
    unscored_count,
    gap_sum / nullif(scored_count, 0) as confidence_gap
from counted_answers;
