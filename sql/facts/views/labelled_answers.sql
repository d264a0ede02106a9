-- Each attempt at a case that expects a label, with the label that was answered.
--
-- The labels are those of facts.run_labels. answered_label is empty where the answer is none of
-- them: another text, an abstention, a reply that could not be parsed, or none at all. That is
-- wrong, whatever was expected. It is null, as weight is, where an error took the attempt or its
-- content was taken out. weight is 1 / the attempts at the case that count. No validator is read.
--
-- grain: run_id, system_id, case_id, attempt
-- for: metrics

create or replace view facts.labelled_answers as

with attempts as (
    select run_id, system_id, case_id, attempt, coalesce(status, 'redacted') as status, answer
    from facts.responses
    union all
    select run_id, system_id, case_id, attempt, 'missing' as status, null as answer
    from facts.missing_answers
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
    inner join facts.cases
        on attempts.run_id = cases.run_id and attempts.case_id = cases.case_id
    inner join facts.run_labels as expected_labels
        on
            cases.run_id = expected_labels.run_id
            and lower(trim(cases.expected, e' \t\r\n')) = expected_labels.label_key
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
