-- What failed and why: one row per attempt that a validator does not count as right.
--
-- Every attempt at a case is looked at. What is left out is here too, errors among it, since
-- somebody has to look at it, though no metric counts it wrong. A measurement is neither right nor
-- wrong, and no failure. failing_attempt_count says in how many of the attempt_count attempts at
-- the case this validator found the same.
--
-- grain: run_id, system_id, case_id, attempt, validator_id

create or replace view facts.failures as

with failing_attempts as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        validator_id,
        domain,
        label,
        severity,
        expected,
        answer,
        confidence,
        status,
        outcome,
        is_primary_validator,
        count(*) over (partition by run_id, system_id, case_id, validator_id)
            as failing_attempt_count
    from facts.scored
    where coalesce(not is_right, weight is null)
),

attempt_counts as (
    select
        run_id,
        system_id,
        case_id,
        validator_id,
        case_attempt_count as attempt_count
    from facts.scored
    where represents_case
)

select
    failing_attempts.run_id,
    failing_attempts.system_id,
    failing_attempts.case_id,
    failing_attempts.attempt,
    failing_attempts.failing_attempt_count,
    attempt_counts.attempt_count,
    failing_attempts.validator_id,
    failing_attempts.is_primary_validator,
    failing_attempts.domain,
    failing_attempts.label,
    failing_attempts.severity,
    cases.prompt,
    responses.text as response,
    failing_attempts.answer,
    failing_attempts.expected,
    failing_attempts.confidence,
    failing_attempts.status,
    failing_attempts.outcome as verdict,
    coalesce(
        -- Why there is no answer, in the words of the system or of its service.
        case
            when
                failing_attempts.status in ('error', 'missing', 'unparsable')
                and coalesce(failing_attempts.outcome in ('error', 'unscored'), true)
                then responses.error
        end,
        -- A verdict on a response that was retracted says nothing of what is missing.
        case when responses.event_id is not null then verdicts.reason end,
        case
            when failing_attempts.status = 'error'
                then 'the response failed'
            when failing_attempts.status = 'missing' then 'no response was recorded'
            when failing_attempts.outcome is null and verdicts.event_id is not null
                then 'the verdict was redacted'
            when failing_attempts.outcome is null then 'no verdict was recorded'
            else 'the verdict gives no reason'
        end
    ) as reason,
    verdicts.tags,
    verdicts.event_id as verdict_event_id,
    responses.event_id as response_event_id
from failing_attempts
inner join attempt_counts using (run_id, system_id, case_id, validator_id)
left join facts.cases using (run_id, case_id)
left join facts.responses using (run_id, system_id, case_id, attempt)
left join facts.verdicts
    on
        failing_attempts.run_id = verdicts.run_id
        and failing_attempts.system_id = verdicts.system_id
        and failing_attempts.case_id = verdicts.case_id
        and failing_attempts.attempt = verdicts.attempt
        and failing_attempts.validator_id = verdicts.validator_id;
