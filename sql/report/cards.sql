-- The first cards of one run, as they were dealt: claim, facts, rules and what proves the label.
--
-- Cases of other formats may lack any of it but the label. Texts are cut here, and the full length
-- of what is most likely to be long is said.

with labelled_cases as (
    select
        cases.case_id,
        cases.label,
        cases.expected,
        cases.generator,
        cases.severity,
        cases.is_canary,
        events.event_id,
        events.position
    from facts.cases
    left join log.events
        on
            cases.event_id = events.event_id
            and events.run_id = $run_id
            and events.kind = 'case_generated'
    where
        cases.run_id = $run_id
        and cases.label in ('E', 'C', 'U')
    order by events.position nulls last, cases.case_id
    limit $card_limit
),

case_events as (
    select
        event_id,
        payload,
        coalesce(
            json_extract(payload, '$.answer_key.claim'), json_extract(payload, '$.claim')
        ) as claim,
        json_extract(payload, '$.answer_key.why') as why,
        coalesce(
            json_extract_string(payload, '$.question'),
            json_extract_string(payload, '$.prompt'),
            json_extract_string(payload, '$.messages')
        ) as question,
        json_extract_string(payload, '$.facts[*]') as facts,
        list_slice(json_extract_string(payload, '$.facts[*]'), 1, $fact_limit) as shown_facts,
        list_slice(json_extract_string(payload, '$.rules[*]'), 1, $fact_limit) as shown_rules
    from log.events
    inner join labelled_cases using (event_id)
    where events.run_id = $run_id
)

select
    labelled_cases.case_id,
    labelled_cases.label,
    labelled_cases.generator,
    labelled_cases.severity,
    labelled_cases.is_canary,
    labelled_cases.event_id,
    left(labelled_cases.expected, $text_limit) as expected,
    left(case_events.question, $text_limit) as question,
    length(case_events.question) as question_length,
    list_transform(case_events.shown_facts, lambda fact: left(fact, $text_limit)) as facts,
    list_transform(case_events.shown_facts, lambda fact: length(fact)) as fact_lengths,
    coalesce(len(case_events.facts), 0) as fact_count,
    list_transform(case_events.shown_rules, lambda rule: left(rule, $text_limit)) as rules,
    list_transform(case_events.shown_rules, lambda rule: length(rule)) as rule_lengths,
    left(json_extract_string(case_events.payload, '$.attributes.nearness'), $text_limit)
        as nearness,
    left(json_extract_string(case_events.claim, '$.subj'), $text_limit) as subject,
    left(json_extract_string(case_events.claim, '$.pred'), $text_limit) as predicate,
    left(json_extract_string(case_events.claim, '$.obj'), $text_limit) as object,
    case
        when json_extract_string(case_events.claim, '$.is_denied') = 'true'
            then 'whether it is false'
    end as asked,
    case
        when json_type(case_events.why) = 'VARCHAR'
            then left(json_extract_string(case_events.why, '$'), $text_limit)
    end as said_why,
    case
        when json_type(json_extract(case_events.why, '$.rule')) = 'VARCHAR'
            then left(json_extract_string(case_events.why, '$.rule'), $text_limit)
    end as rule,
    left(json_extract_string(case_events.payload, '$.rule'), $text_limit) as deciding,
    left(json_extract_string(case_events.why, '$.reason'), $text_limit) as reason,
    left(json_extract_string(case_events.why, '$.kind'), $text_limit) as ruled_out_by,
    left(json_extract_string(case_events.why, '$.message'), $text_limit) as message,
    left(json_extract_string(case_events.why, '$.constraint'), $text_limit) as constraint_iri,
    left(json_extract_string(case_events.why, '$.path'), $text_limit) as path,
    left(json_extract_string(case_events.why, '$.shape'), $text_limit) as shape
from labelled_cases
left join case_events using (event_id)
order by labelled_cases.position nulls last, labelled_cases.case_id
