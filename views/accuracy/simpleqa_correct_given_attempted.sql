-- How often a system is right when it tries: SimpleQA's correct given attempted.
--
-- Right and wrong answers are attempts; abstained, missing and unparsable ones are not attempted
-- and not in the denominator: not_attempted_count says how many. A graded answer is right from one
-- half on. Errors and answers without a judgement are left out. Null where nothing is attempted,
-- where the original says 0. Who tries little looks good here: read it beside simpleqa_f.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of attempted answers
-- range: 0 to 1
-- better: higher
-- source: c / (c + i) of correct and incorrect; Wei et al. 2024 (SimpleQA, arXiv 2411.04368);
--     Wilson score interval (Wilson 1927)
-- parameters: right from a score of 0.5 on

create or replace view metrics.simpleqa_correct_given_attempted as

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
        count(*) filter (where is_attempted) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count,
        count(*) filter (where is_right is not null and not is_attempted)
            as not_attempted_count,
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
    not_attempted_count,
    correct_count / nullif(scored_count, 0) as simpleqa_correct_given_attempted,
    macros.wilson_low(correct_count, scored_count) as ci_low,
    macros.wilson_high(correct_count, scored_count) as ci_high
from counted_answers;
