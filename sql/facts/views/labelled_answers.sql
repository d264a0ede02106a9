-- Each attempt at a case that expects a label, with the label that was answered.
--
-- The labels are those of facts.run_labels. answered_label is empty where the answer is none of
-- them: another text, an abstention, a reply that could not be parsed, or none at all. That is
-- wrong, whatever was expected. It is null, as weight is, where an error took the attempt or its
-- content was taken out. weight is 1 / the attempts at the case that count.
--
-- The parameter `answered` of the metrics of labels names what answers: `answer`, which reads no
-- validator, or a validator, whose label is what it gave as a scorer, else its outcome. Without
-- a verdict, or with one that decides nothing, the attempt is left out; of a validator that judged
-- nothing of the system all are, missing replies as well.
--
-- grain: run_id, system_id, case_id, attempt
-- for: metrics

create or replace view facts.labelled_answers as

with responses as (
    select run_id, system_id, case_id, attempt, coalesce(status, 'redacted') as status, answer
    from facts.responses
    union all
    select run_id, system_id, case_id, attempt, 'missing' as status, null as answer
    from facts.missing_answers
),

judged as (
    select
        verdicts.run_id, verdicts.system_id, verdicts.case_id, verdicts.attempt,
        verdicts.outcome = 'error' as is_failed,
        coalesce(
            json_extract_string(events.payload, '$.scorer_value'),
            case when verdicts.outcome in ('right', 'wrong', 'abstained') then verdicts.outcome end
        ) as label
    from facts.verdicts
    left join log.events
        on verdicts.run_id = events.run_id and verdicts.event_id = events.event_id
    where verdicts.validator_id = macros.answered() and macros.answered() <> 'answer'
),

judged_systems as (
    select distinct
        run_id, system_id,
        true as has_verdicts
    from judged
),

attempts as (
    select
        responses.run_id, responses.system_id, responses.case_id, responses.attempt,
        case
            when macros.answered() = 'answer' then responses.status
            when judged.is_failed then 'error'
            when judged.label is not null then 'ok'
            when responses.status = 'ok' or judged_systems.has_verdicts is null then 'redacted'
            else responses.status
        end as status,
        case when macros.answered() = 'answer' then responses.answer else judged.label end
            as answer
    from responses
    left join judged
        on
            responses.run_id = judged.run_id
            and responses.system_id = judged.system_id
            and responses.case_id = judged.case_id
            and responses.attempt = judged.attempt
    left join judged_systems
        on
            responses.run_id = judged_systems.run_id
            and responses.system_id = judged_systems.system_id
),

answers as (
    select
        attempts.run_id, attempts.system_id, attempts.case_id, attempts.attempt, attempts.status,
        expected_labels.label as expected_label,
        case
            when attempts.status not in ('error', 'redacted')
                then coalesce(answered_labels.label, '')
        end as answered_label
    from attempts
    inner join facts.expected_values as cases
        on attempts.run_id = cases.run_id and attempts.case_id = cases.case_id
    inner join facts.run_labels as expected_labels
        on
            cases.run_id = expected_labels.run_id
            and lower(cases.expected_value) = expected_labels.label_key
    left join facts.run_labels as answered_labels
        on
            attempts.run_id = answered_labels.run_id
            and attempts.status = 'ok'
            and lower(trim(attempts.answer, e' \t\r\n')) = answered_labels.label_key
)

select
    run_id, system_id, case_id, attempt,
    expected_label,
    answered_label,
    1 / nullif(count(answered_label) over cases, 0)
    * case when answered_label is not null then 1 end as weight,
    status in ('missing', 'unparsable') as is_missing,
    status = 'error' as is_failed
from answers
window cases as (partition by run_id, system_id, case_id);
