-- Each attempt that was expected of a system, once per slice, as answer_consistency counts it.
--
-- answer_count is how many attempts at the case have a parsed answer, equal_count how many of them
-- have the same one. weight is 1 / answer_count.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.counted_repetitions as

with answers as (
    select
        sliced_answers.*,
        count(given_answer) over cases as answer_count,
        count(*) over equal_answers as equal_count
    from facts.sliced_answers
    window
        cases as (
            partition by run_id, system_id, validator_id, slice_name, slice_value, case_id
        ),
        equal_answers as (
            partition by
                run_id, system_id, validator_id, slice_name, slice_value, case_id, given_answer
        )
),

reasoned_answers as (
    select
        answers.*,
        case
            when answer_count > 1 and given_answer is not null then null
            when is_failed or status in ('missing', 'error')
                then macros.left_out_reason(status, outcome)
            when given_answer is null then 'no parsed answer'
            else 'too few attempts at the case'
        end as reason
    from answers
)

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
    is_primary_validator,
    row_number() over (
        partition by run_id, system_id, validator_id, slice_name, slice_value, case_id
        order by reason is not null, not represents_case, attempt
    ) = 1 as represents_case,
    status = 'missing' as is_missing,
    answer_count,
    equal_count,
    1 / nullif(answer_count, 0) as weight,
    reason
from reasoned_answers;
