-- What each validator made of each attempt of one run, and of the same in the baseline.
--
-- outcome_letter is as in evalstore/reviews/report/run_cases.py. was_right is null where the
-- baseline has no such case, where either side tried it more than once, or where it is left out
-- there.
--
-- grain: row_id, validator_id

create or replace temp table page_judged as

with baseline_verdicts as (
    select
        system_id,
        case_id,
        validator_id,
        is_right as was_right
    from facts.scored
    where
        run_id = $baseline_run_id
        and represents_case
        and case_attempt_count = 1
),

repeated_cases as (
    select distinct system_id, case_id
    from page_rows
    where attempt > 1
)

select
    page_rows.row_id,
    scored.validator_id,
    scored.is_primary_validator,
    scored.is_right,
    coalesce(not scored.is_right, scored.weight is null) as is_failing,
    scored.status,
    scored.outcome,
    scored.score,
    scored.value,
    scored.expected,
    scored.confidence,
    case coalesce(scored.outcome, scored.status)
        when 'right' then 'r'
        when 'wrong' then 'w'
        when 'abstained' then 'a'
        when 'measured' then 'm'
        when 'undetermined' then 'd'
        when 'unscored' then 'u'
        when 'error' then 'e'
        when 'missing' then 'x'
        when 'unparsable' then 'p'
        else 'n'
    end as outcome_letter,
    if(repeated_cases.case_id is null, baseline_verdicts.was_right, null) as was_right,
    repeated_cases.case_id is null
    and baseline_verdicts.case_id is not null as is_paired
from facts.scored
inner join page_rows using (system_id, case_id, attempt)
left join baseline_verdicts using (system_id, case_id, validator_id)
left join repeated_cases using (system_id, case_id)
where scored.run_id = $run_id
