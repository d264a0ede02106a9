-- How the attempts at each case came out, once per slice: what repetition tells is made of this.
--
-- attempt_count is how many attempts count in accuracy and right_count how many of them are right,
-- graded ones from one half on; error_attempt_count those lost to an error. majority_correctness
-- is what the most frequent verdict counts; where verdicts are equally frequent, the one that came
-- first, as Inspect's `mode` has it.
--
-- grain: run_id, system_id, case_id, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.attempted_cases as

with verdicts as (
    select
        run_id, system_id, case_id, validator_id, slice_name, slice_value,
        case when is_right is not null then coalesce(outcome, status) end as verdict,
        case when is_right is not null then correctness end as correctness,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as expected_count,
        count(is_right) as attempt_count,
        count(*) filter (where is_right) as right_count,
        count(*) filter (where is_failed) as error_attempt_count,
        bool_or(represents_case and status = 'missing') as is_missing,
        min(attempt) as first_attempt
    from facts.sliced_answers
    group by all
)

select
    run_id, system_id, case_id, validator_id, slice_name, slice_value,
    bool_or(is_primary_validator) as is_primary_validator,
    sum(expected_count) as expected_count,
    sum(attempt_count) as attempt_count,
    sum(right_count) as right_count,
    sum(error_attempt_count) as error_attempt_count,
    bool_or(is_missing) as is_missing,
    arg_max(correctness, row(attempt_count, -first_attempt)) filter (
        where verdict is not null
    ) as majority_correctness
from verdicts
group by all;
