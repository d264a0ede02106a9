-- What changed for one case over all runs: answer, outcome, commit and dates, oldest first.

select
    commits.run_number,
    answers.run_id,
    commits.git_sha,
    commits.ordered_at,
    answers.occurred_at,
    answers.system_id,
    answers.attempt,
    answers.answer,
    answers.outcome,
    answers.confidence,
    answers.reason,
    answers.judged_by
from facts.answers
inner join facts.commits using (run_id)
where answers.case_id = 'capital-of-ghana'
order by commits.suite, commits.run_number, answers.system_id, answers.attempt;
