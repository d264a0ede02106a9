-- Which cases became wrong or right between any two runs, such as the last release and now.

select
    regressions.change,
    regressions.system_id,
    regressions.case_id,
    cases.prompt,
    regressions.answer_before,
    regressions.answer,
    cases.expected
from macros.regressions('capitals-nightly-1', 'capitals-nightly-2') as regressions
inner join facts.cases using (run_id, case_id)
where regressions.is_primary_validator
order by regressions.change desc, regressions.system_id, regressions.case_id;
