-- What each validator said of one attempt at each of some cases, the one that is compared first.
--
-- Parameters: run_id, system_id, validator_id; case_ids and attempts, in the same order;
-- text_limit (characters).
--
-- grain: case_id, validator_id

with shown_attempts as (
    select
        unnest($case_ids) as case_id,
        unnest($attempts) as attempt
)

select
    verdicts.case_id,
    verdicts.validator_id,
    verdicts.outcome as verdict,
    coalesce(verdicts.score, verdicts.value) as score,
    left(verdicts.reason, $text_limit) as reason,
    length(verdicts.reason) as reason_length,
    verdicts.tags,
    verdicts.event_id as verdict_event_id
from facts.verdicts
inner join shown_attempts using (case_id, attempt)
where
    verdicts.run_id = $run_id
    and verdicts.system_id = $system_id
order by
    verdicts.case_id,
    verdicts.validator_id <> $validator_id,
    verdicts.validator_id
