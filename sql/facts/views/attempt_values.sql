-- What each attempt counts in the figures of its scorer: by our rules, and as its tool had it.
--
-- The tool takes what its scorer gave, also for an attempt that failed or has no text; what is no
-- number is 0 to it, and so is a grade that was not read, whose letter or number says 0; and it
-- knows nothing of edits and corrections made since. Where its scorer gave nothing (`not given`)
-- some tools leave the attempt out, which is how it stands here, and others count 0. An infinite
-- value (`infinite`) counts for nobody. Only attempts of systems and scorers that a figure is
-- reported of are here, and those of facts.label_values.
--
-- grain: run_id, system_id, validator_id, case_id, attempt
-- for: facts.reported_scores

create or replace view facts.attempt_values as

with reported_scorers as (
    select distinct
        run_id,
        system_id,
        validator_id
    from facts.reported_figures
),

revised_subjects as (
    select distinct
        events.run_id,
        events.subject
    from log.events
    inner join reported_scorers using (run_id)
    where events.kind = 'verdict_recorded' and events.revision > 1
),

-- As a file gave it last, before anybody edited it.
files_verdicts as (
    select
        events.run_id,
        from_json(arg_max(events.payload, events.revision), '{
            "case_id": "VARCHAR", "system_id": "VARCHAR", "attempt": "INTEGER",
            "validator_id": "VARCHAR", "outcome": "VARCHAR", "score": "DOUBLE",
            "value": "DOUBLE"
        }') as fields
    from log.events
    inner join revised_subjects using (run_id, subject)
    where
        events.kind = 'verdict_recorded'
        and contains(events.source, '#sha256=')
        and not starts_with(events.source, 'event_lines:')
        and json_extract_string(events.payload, '$.edit') is null
    group by events.run_id, events.subject
),

unscored_verdicts as (
    select
        verdicts.run_id,
        verdicts.event_id,
        json_extract_string(events.payload, '$.scorer_value') as written,
        macros.scorer_number(written) as written_number,
        coalesce(isinf(written_number), false) as is_infinite,
        coalesce(isnan(written_number), written is null)
        and json_extract_string(events.payload, '$.outcome') = 'unscored' as is_not_given,
        json_extract_string(events.payload, '$.invalidation') is not null as is_invalidated
    from facts.verdicts
    inner join reported_scorers using (run_id, system_id, validator_id)
    inner join log.events using (run_id, event_id)
    where verdicts.outcome = 'unscored'
),

judged_attempts as (
    select
        scored.run_id,
        scored.system_id,
        scored.validator_id,
        scored.case_id,
        scored.attempt,
        scored.status,
        scored.outcome,
        scored.is_right,
        scored.score,
        scored.value,
        scored.weight,
        -- Also those of an attempt that failed or has no text.
        verdicts.score as given_score,
        verdicts.value as given_value,
        verdicts.event_id
    from facts.scored
    inner join reported_scorers using (run_id, system_id, validator_id)
    left join facts.verdicts using (run_id, system_id, case_id, attempt, validator_id)
),

valued_attempts as (
    select
        judged_attempts.run_id,
        judged_attempts.system_id,
        judged_attempts.validator_id,
        judged_attempts.case_id,
        judged_attempts.attempt,
        judged_attempts.status,
        judged_attempts.outcome,
        judged_attempts.event_id is not null as is_judged,
        case
            when judged_attempts.weight is not null
                then coalesce(
                    macros.correctness(judged_attempts.is_right, judged_attempts.score),
                    judged_attempts.value
                )
        end as number,
        coalesce(
            macros.verdict_number(
                files_verdicts.fields.outcome,
                files_verdicts.fields.score,
                files_verdicts.fields.value
            ),
            macros.verdict_number(
                judged_attempts.outcome,
                judged_attempts.given_score,
                judged_attempts.given_value
            ),
            case
                when unscored_verdicts.is_infinite or unscored_verdicts.is_not_given then null
                when unscored_verdicts.written is not null
                    then coalesce(unscored_verdicts.written_number, 0)
            end
        ) as tool_number,
        coalesce(unscored_verdicts.is_invalidated, false) as is_invalidated,
        coalesce(unscored_verdicts.is_infinite, false) as is_infinite,
        coalesce(unscored_verdicts.is_not_given, false) as is_not_given,
        unscored_verdicts.written is not null and unscored_verdicts.written_number is null
            as is_unread,
        coalesce(
            unscored_verdicts.written in ('I', 'N') or unscored_verdicts.written_number = 0,
            false
        ) as is_ungraded
    from judged_attempts
    left join unscored_verdicts using (run_id, event_id)
    left join files_verdicts
        on
            judged_attempts.run_id = files_verdicts.run_id
            and judged_attempts.system_id = files_verdicts.fields.system_id
            and judged_attempts.case_id = files_verdicts.fields.case_id
            and judged_attempts.attempt = coalesce(files_verdicts.fields.attempt, 1)
            and judged_attempts.validator_id = files_verdicts.fields.validator_id
)

select
    run_id,
    system_id,
    validator_id,
    case_id,
    attempt,
    is_judged,
    outcome,
    number,
    tool_number,
    -- Why the two differ, where they do, or may.
    case
        when number is null and tool_number is null
            then
                case
                    when is_infinite then 'infinite'
                    when is_not_given then 'not given'
                end
        when (tool_number is not distinct from number) then null
        when tool_number is null then 'without a verdict'
        when status != 'ok' then 'without an answer'
        when is_invalidated then 'invalidated'
        when is_unread then 'unread'
        when is_ungraded then 'ungraded'
        when outcome in ('right', 'wrong', 'abstained', 'measured') then 'changed'
        else 'unscored'
    end as discrepancy
from valued_attempts
union all
select
    run_id,
    system_id,
    validator_id,
    case_id,
    attempt,
    true as is_judged,
    outcome,
    case when discrepancy is null then tool_number end as number,
    tool_number,
    discrepancy
from facts.label_values;
