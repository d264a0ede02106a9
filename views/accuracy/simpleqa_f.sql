-- One number for being right often and trying only when right: SimpleQA's F-score.
--
-- The harmonic mean of the share right of all questions and the share right of those attempted.
-- Right and wrong answers are attempts; abstained, missing and unparsable ones are not attempted
-- and cost half as much as a wrong one. A graded answer is right from one half on. Errors and
-- answers without a judgement are left out. Null where nothing is attempted, where the original
-- says 0.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: harmonic mean of shares
-- range: 0 to 1
-- better: higher
-- source: 2c / (2c + 2i + n) of correct, incorrect and not attempted; Wei et al. 2024 (SimpleQA,
--     arXiv 2411.04368)
-- parameters: right from a score of 0.5 on

create or replace view metrics.simpleqa_f as

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
        macros.is_failed(is_right, status, outcome) as is_failed,
        macros.is_attempted(is_right, status, outcome) as is_attempted
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
        count(is_right) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count,
        count(*) filter (where is_attempted) as attempted_count,
        count(*) filter (where is_attempted and is_right) as correct_count
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
    attempted_count,
    case
        when attempted_count > 0 then 2 * correct_count / (attempted_count + scored_count)
    end as simpleqa_f
from counted_answers;
