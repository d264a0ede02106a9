-- Each judged case once per slice, with what its judge gave it and what people did.
--
-- People are the validators named `human:NAME`; every other validator is a judge.
--
--     correctness        what the case counts in accuracy, null where it is left out
--     judge_correctness  the same, of replies that came and could be read; of the others it is
--                        known without a judge that they are not right
--     label_correctness  the mean of what people's verdicts on the case count, null without one
--     reason             why the case is left out of accuracy
--
-- grain: run_id, system_id, case_id, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.checked_cases as

with labels as (
    select
        run_id, system_id, case_id,
        avg(macros.correctness(is_right, score)) as label_correctness
    from facts.scored
    where
        validator_id like 'human:%'
        and coalesce(status, 'ok') not in ('missing', 'unparsable')
        and outcome in ('right', 'wrong', 'abstained')
    group by all
),

judged_cases as (
    select
        run_id, system_id, case_id, validator_id, slice_name, slice_value,
        is_primary_validator,
        coalesce(status = 'missing', false) as is_missing,
        is_failed,
        case_correctness as correctness,
        case when coalesce(status, 'ok') not in ('missing', 'unparsable') then case_correctness end
            as judge_correctness,
        case when case_correctness is null then macros.left_out_reason(status, outcome) end
            as reason
    from facts.sliced_answers
    where represents_case and validator_id not like 'human:%'
)

select
    judged_cases.run_id,
    judged_cases.system_id,
    judged_cases.case_id,
    judged_cases.validator_id,
    judged_cases.slice_name,
    judged_cases.slice_value,
    judged_cases.is_primary_validator,
    judged_cases.is_missing,
    judged_cases.is_failed,
    judged_cases.correctness,
    judged_cases.judge_correctness,
    case when judged_cases.judge_correctness is not null then labels.label_correctness end
        as label_correctness,
    judged_cases.reason
from judged_cases
left join labels using (run_id, system_id, case_id);
