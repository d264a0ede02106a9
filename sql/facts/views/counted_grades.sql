-- Each reply to a dream, wish or fantasy once per slice and grade, as its index counts it.
--
-- grade_name is respect, integration, orientation or combined, as in facts.graded_replies. weight
-- is 1 / the attempts at the case that have the grade.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value, grade_name
-- for: metrics

create or replace view facts.counted_grades as

with grades as (
    select
        graded_replies.*,
        named.grade_name,
        case named.grade_name
            when 'respect' then graded_replies.respect
            when 'integration' then graded_replies.integration
            when 'orientation' then graded_replies.orientation
            else graded_replies.combined
        end as grade
    from facts.graded_replies
    cross join (values ('respect'), ('integration'), ('orientation'), ('combined'))
        as named (grade_name)
)

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value, grade_name,
    is_primary_validator,
    row_number() over (
        cases
        order by grade is null, not represents_case, attempt
    ) = 1 as represents_case,
    status = 'missing' as is_missing,
    grade,
    1 / nullif(count(grade) over cases, 0) as weight,
    case
        when grade is not null then null
        when is_failed and status = 'error' then 'error: the system failed'
        when is_failed then 'error: the validator failed'
        else 'no grade'
    end as reason
from grades
window
    cases as (
        partition by
            run_id, system_id, validator_id, slice_name, slice_value, case_id, grade_name
    );
