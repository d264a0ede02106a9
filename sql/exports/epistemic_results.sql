-- Epistemic results, one JSON object a line, in the order the responses first appeared.
--
-- A response that never came is there too, after the others: `pred` is null and `pass` false.
-- So is one that came without an answer. One that an error of the system took has the field
-- `error`, so that nobody takes it for a wrong answer. The format knows one answer to a card: of
-- several attempts the last is written.
--
-- grain: line

with expected_answers as (
    select
        system_id,
        case_id
    from facts.scored
    where
        run_id = $run_id
        and coalesce(system_id = $system_id, $system_id is null)
    union
    select
        system_id,
        case_id
    from facts.responses
    where
        run_id = $run_id
        and coalesce(system_id = $system_id, $system_id is null)
),

run_events as (
    select
        position,
        event_id,
        kind,
        subject,
        payload
    from log.events
    where
        run_id = $run_id
        and kind in ('case_generated', 'response_recorded', 'verdict_recorded')
),

first_positions as (
    select
        subject,
        kind,
        min(position) as first_position
    from run_events
    group by subject, kind
),

cases as (
    select
        json_extract_string(current_events.payload, '$.case_id') as case_id,
        first_positions.first_position,
        coalesce(
            json_extract_string(current_events.payload, '$.card_id'),
            json_extract_string(current_events.payload, '$.case_id')
        ) as card_id,
        json_extract_string(current_events.payload, '$.label') as label,
        coalesce(
            json_extract_string(current_events.payload, '$.gold'),
            json_extract_string(current_events.payload, '$.expected')
        ) as gold
    from log.current_events
    inner join first_positions using (subject, kind)
    where
        current_events.run_id = $run_id
        and current_events.kind = 'case_generated'
),

final_responses as (
    select
        responses.system_id,
        responses.case_id,
        responses.attempt,
        first_positions.first_position,
        json_extract(run_events.payload, '$.record') as record,
        case responses.status
            when 'ok'
                then coalesce(
                    responses.answer, json_extract_string(run_events.payload, '$.text')
                )
            when 'unparsable' then json_extract_string(run_events.payload, '$.text')
        end as pred,
        if(
            responses.status = 'error',
            coalesce(nullif(responses.error, ''), 'the system failed'),
            null
        ) as error
    from facts.responses
    inner join run_events using (event_id)
    inner join first_positions using (subject, kind)
    where
        responses.run_id = $run_id
        and responses.is_final_attempt
),

claims as (
    select
        verdicts.system_id,
        verdicts.case_id,
        verdicts.attempt,
        json_extract_string(run_events.payload, '$.gold') as gold,
        json_extract_string(run_events.payload, '$.label') as label,
        json_extract_string(run_events.payload, '$.pass')::boolean as pass
    from facts.verdicts
    inner join run_events using (event_id)
    where
        verdicts.run_id = $run_id
        and verdicts.validator_id = 'abstention'
),

results as (
    select
        expected_answers.system_id,
        expected_answers.case_id,
        final_responses.first_position,
        cases.first_position as case_position,
        final_responses.record,
        final_responses.pred,
        final_responses.error,
        cases.card_id,
        coalesce(claims.gold, cases.gold) as gold,
        coalesce(claims.label, cases.label) as label,
        coalesce(claims.pass, coalesce(final_responses.pred = cases.gold, false)) as pass
    from expected_answers
    inner join cases using (case_id)
    left join final_responses using (system_id, case_id)
    left join claims using (system_id, case_id, attempt)
)

select
    coalesce(
        record,
        json_merge_patch(
            json_object(
                'id', card_id,
                'gold', gold,
                'pred', pred,
                'pass', pass,
                'system', system_id,
                'label', label
            ),
            if(error is null, json_object(), json_object('error', error))
        )
    )::varchar as line
from results
order by first_position nulls last, system_id, case_position
