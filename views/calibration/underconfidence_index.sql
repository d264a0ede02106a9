-- How often a system is right when it doubts.
--
-- The share of right answers among those with a confidence below 0.3: the mirror of
-- overconfidence_index. An answer is right when its correctness is at least one half. Null where
-- nothing was claimed with so little confidence.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of doubtful answers
-- range: 0 to 1
-- better: lower
-- source: right answers / answers with confidence < 0.3; Wilson score interval (Wilson 1927)
-- parameters: confidence < 0.3, strict; correctness >= 0.5

create or replace view metrics.underconfidence_index as

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
        case
            when
                macros.is_calibrated(is_right, outcome, confidence) and confidence < 0.3
                then macros.correctness(is_right, score)
        end as doubtful_correctness,
        macros.is_failed(is_right, status, outcome) as is_failed
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
        count(doubtful_correctness) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count,
        count(*) filter (where doubtful_correctness >= 0.5) as right_count
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
    right_count / nullif(scored_count, 0) as underconfidence_index,
    macros.wilson_low(right_count, scored_count) as ci_low,
    macros.wilson_high(right_count, scored_count) as ci_high
from counted_answers;
