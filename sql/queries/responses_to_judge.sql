-- Responses with their cases, and with what a validator has said of them.
--
-- earlier_event_id is the newest revision of the validator's verdict, though it be retracted;
-- verdict is the payload of the one that counts, on_this_response where it judged this very
-- revision of the response; outcome is what the facts make of it.
--
-- Parameters: run_id, validator_part (its id as subjects spell it), positions.
--
-- grain: response_event_id

with chosen_responses as (
    select
        event_id,
        position,
        revision,
        subject,
        payload
    from log.events
    where
        run_id = $run_id
        and position between list_min($positions) and list_max($positions)
        and list_contains($positions, position)
        -- Redacted since the pages were made.
        and payload is not null
),

recorded_cases as (
    select
        subject,
        payload
    from log.current_events
    where
        run_id = $run_id
        and kind = 'case_generated'
        and payload is not null
        and subject in (select split_part(subject, '/', 1) from chosen_responses)
),

recorded_verdicts as (
    select
        events.subject,
        events.event_id,
        events.position,
        events.revision,
        events.payload,
        withdrawn_events.event_id is null as is_current
    from log.events
    left join log.withdrawn_events
        on
            events.run_id = withdrawn_events.run_id
            and events.event_id = withdrawn_events.event_id
    where
        events.run_id = $run_id
        and events.kind = 'verdict_recorded'
        and events.subject in (
            select subject || '/' || $validator_part
            from chosen_responses
        )
),

earlier_verdicts as (
    select
        subject,
        arg_max(event_id, revision) as earlier_event_id,
        arg_max(event_id, revision) filter (where is_current) as event_id,
        arg_max(position, revision) filter (where is_current) as position,
        arg_max(payload, revision) filter (where is_current) as payload
    from recorded_verdicts
    group by subject
)

select
    chosen_responses.event_id as response_event_id,
    chosen_responses.payload as response,
    recorded_cases.subject as case_subject,
    recorded_cases.payload as case_payload,
    earlier_verdicts.earlier_event_id,
    earlier_verdicts.payload as verdict,
    verdicts.outcome,
    coalesce(
        earlier_verdicts.payload ->> '$.response_event_id'
        = chosen_responses.event_id::varchar,
        chosen_responses.revision = 1 or earlier_verdicts.position > chosen_responses.position,
        false
    ) as is_on_this_response
from chosen_responses
inner join recorded_cases
    on split_part(chosen_responses.subject, '/', 1) = recorded_cases.subject
left join earlier_verdicts
    on chosen_responses.subject || '/' || $validator_part = earlier_verdicts.subject
left join facts.verdicts
    on
        verdicts.run_id = $run_id
        and earlier_verdicts.event_id = verdicts.event_id
order by chosen_responses.position
