-- Answers on which two validators, or judges, disagree, with the reasons of both; ratings first.

select
    disagreements.are_ratings,
    disagreements.run_id,
    disagreements.system_id,
    disagreements.case_id,
    disagreements.attempt,
    answers.text,
    disagreements.left_validator_id,
    disagreements.left_outcome,
    disagreements.left_score,
    disagreements.left_reason,
    disagreements.right_validator_id,
    disagreements.right_outcome,
    disagreements.right_score,
    disagreements.right_reason
from facts.disagreements
inner join facts.answers using (run_id, system_id, case_id, attempt)
order by
    disagreements.are_ratings desc,
    disagreements.run_id,
    disagreements.system_id,
    disagreements.case_id,
    disagreements.attempt,
    disagreements.left_validator_id,
    disagreements.right_validator_id;
