-- What was asked, said before and said now, and what is right, of each case that changed.

select
    regressions.change,
    regressions.system_id,
    regressions.case_id,
    answers.prompt,
    answers_before.text as text_before,
    answers.text,
    answers.expected,
    answers.reason
from facts.regressions
inner join facts.answers using (run_id, system_id, case_id)
inner join facts.answers as answers_before
    on
        regressions.baseline_run_id = answers_before.run_id
        and regressions.system_id = answers_before.system_id
        and regressions.case_id = answers_before.case_id
where
    regressions.run_id = 'capitals-nightly-2'
    and answers_before.run_id = 'capitals-nightly-1'
    and regressions.is_primary_validator
    and answers.is_final_attempt
    and answers_before.is_final_attempt
order by regressions.change desc, regressions.system_id, regressions.case_id;
