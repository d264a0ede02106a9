-- What failed and why: one row per attempt that a validator does not count as right.
--
-- Every attempt at a case is looked at. What is left out is here too, errors among it, since
-- somebody has to look at it, though no metric counts it wrong. A measurement is neither right nor
-- wrong, and no failure.
--
-- grain: run_id, system_id, case_id, attempt, validator_id

create or replace view facts.failures as

with failing_answers as (
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
        is_primary_validator
    from facts.scored
    where coalesce(not is_right, weight is null)
),

prompts as (
    select
        run_id,
        json_extract_string(payload, '$.case_id') as case_id,
        coalesce(
            json_extract_string(payload, '$.prompt'),
            json_extract_string(payload, '$.messages')
        ) as prompt
    from log.current_events
    where kind = 'case_generated'
),

response_texts as (
    select
        run_id,
        event_id,
        coalesce(
            json_extract_string(payload, '$.text'),
            json_extract_string(payload, '$.turns')
        ) as response,
        json_extract_string(payload, '$.error') as error
    from log.events
    where kind = 'response_recorded'
)

select
    failing_answers.run_id,
    failing_answers.system_id,
    failing_answers.case_id,
    failing_answers.attempt,
    failing_answers.validator_id,
    failing_answers.is_primary_validator,
    failing_answers.domain,
    failing_answers.label,
    failing_answers.severity,
    prompts.prompt,
    response_texts.response,
    failing_answers.answer,
    failing_answers.expected,
    failing_answers.confidence,
    failing_answers.status,
    failing_answers.outcome as verdict,
    coalesce(
        verdicts.reason,
        case
            when failing_answers.status = 'error' then response_texts.error
            when failing_answers.status = 'missing' then 'no response was recorded'
            when failing_answers.outcome is null then 'no verdict was recorded'
        end
    ) as reason,
    verdicts.tags,
    verdicts.event_id as verdict_event_id,
    responses.event_id as response_event_id
from failing_answers
left join facts.responses using (run_id, system_id, case_id, attempt)
left join facts.verdicts
    on
        failing_answers.run_id = verdicts.run_id
        and failing_answers.system_id = verdicts.system_id
        and failing_answers.case_id = verdicts.case_id
        and failing_answers.attempt = verdicts.attempt
        and failing_answers.validator_id = verdicts.validator_id
left join prompts
    on
        failing_answers.run_id = prompts.run_id
        and failing_answers.case_id = prompts.case_id
left join response_texts
    on
        failing_answers.run_id = response_texts.run_id
        and responses.event_id = response_texts.event_id;
