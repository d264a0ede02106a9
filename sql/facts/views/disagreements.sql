-- Answers that one validator counts right and another does not: one row per pair of validators.
--
-- The pair stands in the order of the names, left and right. Both have judged the answer; what
-- came to no verdict, or was measured, is no disagreement. are_ratings: both say whether the
-- answer is right, and not whether it has some other quality (format, style).
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
