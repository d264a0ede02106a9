-- Every answer that a run has or should have, with its case and every verdict on it.
--
-- One row also where the response is missing, no validator judged, or the run does not declare
-- the case. A filter on run_id with `=` reads that run only, one on system_id or case_id little
-- more than its rows. Of many rows the map of verdicts costs more than all other columns.
--
--     prompt          the prompt's text, or the messages as JSON
--     text            the response's text, or its turns as JSON; null where text_status is
--                     not_kept: the source does not keep it
--     status          as recorded; missing where no response came, redacted where its content was
--                     taken out
--     outcome ... value
--                     of the primary validator, as facts.scored has them
--     reason          what that validator said, else why there is no outcome
--     verdicts        by validator_id: verdicts['factual'].outcome, verdicts['factual'].reason
--     judged_by       the validators, with version and model where a verdict names them
--
-- grain: run_id, system_id, case_id, attempt

create or replace view facts.answers as

with attempts as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        is_final_attempt,
        coalesce(status, 'redacted') as status,
        text,
        text_status,
        answer,
        error,
        confidence,
        confidence_kind,
        latency_ms,
        tokens_in,
        tokens_out,
        cost_usd,
        occurred_at,
        event_id
    from facts.responses
    union all by name
    select
        run_id,
        system_id,
        case_id,
        attempt,
        is_final_attempt,
        'missing' as status
    from facts.missing_answers
),

case_tags as (
    select
        run_id,
        case_id,
        list_sort(list(value)) as tags
    from facts.case_attributes
    where name = 'tag'
    group by run_id, case_id
),

primary_judgements as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        validator_id,
        outcome,
        is_right,
        score,
        value
    from facts.scored
    where is_primary_validator
),

judges as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        array_to_string(
            list_sort(list(
                validator_id
                || coalesce(' ' || validator_version, '')
                || coalesce(' (' || judge_model || ')', '')
            )),
            ', '
        ) as judged_by
    from facts.verdicts
    group by run_id, system_id, case_id, attempt
),

-- Apart from the judges, since it costs ten times as much.
verdicts_of_attempts as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        -- To sort the finished list costs half of what an ordered aggregate does.
        map_from_entries(list_sort(list({
            key: validator_id,
            value: {
                outcome: outcome,
                score: score,
                value: value,
                reason: reason,
                tags: tags,
                validator_version: validator_version,
                validator_digest: validator_digest,
                judge_model: judge_model,
                event_id: event_id
            }
        }))) as verdicts
    from facts.verdicts
    group by run_id, system_id, case_id, attempt
)

select
    attempts.run_id,
    attempts.system_id,
    attempts.case_id,
    attempts.attempt,
    runs.suite,
    cases.domain,
    cases.label,
    coalesce(case_tags.tags, []) as tags,
    cases.prompt,
    attempts.text,
    attempts.text_status,
    attempts.answer,
    cases.expected,
    attempts.status,
    attempts.error,
    attempts.confidence,
    attempts.confidence_kind,
    primary_judgements.validator_id,
    primary_judgements.outcome,
    primary_judgements.is_right,
    primary_judgements.score,
    primary_judgements.value,
    case
        when primary_judgements.outcome is not null
            then primary_verdicts.reason
        when attempts.status = 'missing' then 'no response was recorded'
        when attempts.status = 'error' then coalesce(attempts.error, 'the response failed')
        when attempts.status = 'redacted' then 'the response was redacted'
        when primary_verdicts.event_id is not null then 'the verdict was redacted'
        when len(runs.systems) > 0 and not list_contains(runs.systems, attempts.system_id)
            then 'the run does not declare the system'
        when primary_judgements.validator_id is not null then 'no verdict was recorded'
        when judges.judged_by is not null then 'no validator is the primary one'
        else 'no validator judged'
    end as reason,
    coalesce(verdicts_of_attempts.verdicts, map([], [])) as verdicts,
    judges.judged_by,
    attempts.is_final_attempt,
    attempts.latency_ms,
    attempts.tokens_in,
    attempts.tokens_out,
    attempts.cost_usd,
    runs.git_sha,
    attempts.occurred_at,
    cases.event_id as case_event_id,
    attempts.event_id as response_event_id
from attempts
left join facts.runs using (run_id)
left join facts.cases using (run_id, case_id)
left join case_tags using (run_id, case_id)
left join primary_judgements using (run_id, system_id, case_id, attempt)
left join judges using (run_id, system_id, case_id, attempt)
left join verdicts_of_attempts using (run_id, system_id, case_id, attempt)
left join facts.verdicts as primary_verdicts
    on
        attempts.run_id = primary_verdicts.run_id
        and attempts.system_id = primary_verdicts.system_id
        and attempts.case_id = primary_verdicts.case_id
        and attempts.attempt = primary_verdicts.attempt
        and primary_judgements.validator_id = primary_verdicts.validator_id;
