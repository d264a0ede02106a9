-- Answers that one judge (validator) counts right and another does not: one row per pair of them.
--
-- The pair stands in the order of the names, left and right. Both have judged the answer; what
-- came to no verdict, or was measured, is no disagreement. A score decides before the word of the
-- outcome, as in accuracy: from one half on it counts as right, so that of two graders which both
-- say `wrong`, 0.9 and 0.1 disagree. An abstention counts as not right.
--
-- Where are_ratings is false, one of the two says of another quality whether it is met (format,
-- closeness, evidence), and the pair need not agree. facts.verdicts says what makes a rating.
--
-- grain: run_id, system_id, case_id, attempt, left_validator_id, right_validator_id

create or replace view facts.disagreements as

with judgements as (
    select
        scored.run_id,
        scored.system_id,
        scored.case_id,
        scored.attempt,
        scored.validator_id,
        scored.domain,
        scored.is_right,
        scored.outcome,
        scored.score
    from facts.scored
    where
        scored.is_right is not null
        and coalesce(scored.status, 'ok') = 'ok'
)

select
    left_judgements.run_id,
    left_judgements.system_id,
    left_judgements.case_id,
    left_judgements.attempt,
    left_judgements.validator_id as left_validator_id,
    right_judgements.validator_id as right_validator_id,
    left_judgements.domain,
    left_verdicts.is_rating and right_verdicts.is_rating as are_ratings,
    left_judgements.outcome as left_outcome,
    right_judgements.outcome as right_outcome,
    left_judgements.score as left_score,
    right_judgements.score as right_score,
    left_verdicts.reason as left_reason,
    right_verdicts.reason as right_reason,
    left_verdicts.event_id as left_event_id,
    right_verdicts.event_id as right_event_id
from judgements as left_judgements
inner join judgements as right_judgements
    on
        left_judgements.run_id = right_judgements.run_id
        and left_judgements.system_id = right_judgements.system_id
        and left_judgements.case_id = right_judgements.case_id
        and left_judgements.attempt = right_judgements.attempt
        and left_judgements.validator_id < right_judgements.validator_id
        and left_judgements.is_right <> right_judgements.is_right
inner join facts.verdicts as left_verdicts
    on
        left_judgements.run_id = left_verdicts.run_id
        and left_judgements.system_id = left_verdicts.system_id
        and left_judgements.case_id = left_verdicts.case_id
        and left_judgements.attempt = left_verdicts.attempt
        and left_judgements.validator_id = left_verdicts.validator_id
inner join facts.verdicts as right_verdicts
    on
        right_judgements.run_id = right_verdicts.run_id
        and right_judgements.system_id = right_verdicts.system_id
        and right_judgements.case_id = right_verdicts.case_id
        and right_judgements.attempt = right_verdicts.attempt
        and right_judgements.validator_id = right_verdicts.validator_id;
