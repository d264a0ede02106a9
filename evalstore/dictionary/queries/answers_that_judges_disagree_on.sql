-- Answers on which two validators disagree about what is right, with the reasons of both.

select
    disagreements.run_id,
    disagreements.system_id,
    disagreements.case_id,
    answers.text,
    disagreements.left_validator_id,
    disagreements.left_outcome,
    disagreements.left_reason,
    disagreements.right_validator_id,
    disagreements.right_outcome,
    disagreements.right_reason
from facts.disagreements
inner join facts.answers using (run_id, system_id, case_id, attempt)
where disagreements.are_ratings
order by disagreements.run_id, disagreements.system_id, disagreements.case_id;
