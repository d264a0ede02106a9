-- What changed for one case over all runs: answer, outcome and commit, oldest first.

select
    commits.run_number,
    scored.run_id,
    commits.git_sha,
    scored.system_id,
    scored.attempt,
    scored.answer,
    scored.outcome,
    scored.confidence
from facts.scored
inner join facts.commits using (run_id)
where scored.case_id = 'capital-of-ghana' and scored.is_primary_validator
order by commits.run_number, scored.system_id, scored.attempt;
