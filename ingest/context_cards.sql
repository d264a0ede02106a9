-- Context cards to events: the run, and a case for each card.
--
-- Reads `records` (ordinal, record), `run_so_far` (kind, case_id), which is what the run
-- has already, and the variable `run_id`. A card that the run has already is given
-- again: the same one is a duplicate, another one replaces it.
--
-- The prompt is what a system is shown: the facts, a line each, then the question. The card can
-- be written again from facts, question, gold, label and claim; where that would not give it
-- back, because it has other fields, another order or an id of several questions, `record` holds
-- it as it came.
--
-- grain: ordinal

with parsed_records as (
    select
        ordinal,
        json_extract_string(record, '$.kind') as kind,
        json_extract_string(record, '$.case_id') as case_id,
        json_extract(record, '$.fields') as card,
        json_extract(record, '$.repairs') as repairs
    from records
),

typed_cards as (
    select
        ordinal,
        case_id,
        card,
        repairs,
        from_json(card, '{
            "id": "VARCHAR", "facts": ["VARCHAR"], "question": "VARCHAR", "gold": "VARCHAR",
            "label": "VARCHAR"
        }') as fields
    from parsed_records
    where kind = 'card'
),

cards as (
    select
        ordinal,
        case_id,
        card,
        repairs,
        fields,
        nullif(upper(regexp_replace(fields.label, '^\s+|\s+$', '', 'g')), '?') as label,
        if(
            json_type(card, '$.claim.pred') = 'VARCHAR',
            json_extract_string(card, '$.claim.pred'),
            null
        ) as predicate
    from typed_cards
),

cases as (
    select
        ordinal,
        'case_generated' as kind,
        to_json(map_from_entries(list_filter(
            [
                row('case_id', to_json(coalesce(case_id, fields.id))),
                row('domain', to_json('epistemic')),
                row('generator', to_json('context_cards')),
                row('prompt', to_json(concat_ws(
                    chr(10) || chr(10),
                    nullif(array_to_string(fields.facts, chr(10)), ''),
                    fields.question
                ))),
                row('expected', to_json(
                    upper(regexp_replace(fields.gold, '^\s+|\s+$', '', 'g'))
                )),
                row('label', to_json(label)),
                row('validators', to_json(['abstention'])),
                row('attributes', if(
                    predicate is null, null, json_object('predicate', predicate)
                )),
                row('facts', json_extract(card, '$.facts')),
                row('question', json_extract(card, '$.question')),
                row('gold', json_extract(card, '$.gold')),
                row('claim', json_extract(card, '$.claim')),
                row('record', if(
                    json_keys(card) = ['id', 'facts', 'question', 'gold', 'label', 'claim']
                    and fields.label = label
                    and case_id is null,
                    null,
                    card
                )),
                row('repairs', repairs)
            ],
            lambda entry: entry[2] is not null
        ))) as payload
    from cards
),

run_starts as (
    select
        ordinal,
        kind,
        json_object('suite', 'epistemic', 'validators', ['abstention']) as payload
    from parsed_records
    where
        kind = 'run_started'
        and kind not in (select run_so_far.kind from run_so_far)
),

events as (
    select * from run_starts
    union all
    select * from cases
)

select
    events.ordinal,
    events.kind,
    getvariable('run_id')::varchar as run_id,
    null::varchar as subject,
    null::varchar as supersedes,
    null::integer as schema_version,
    null::varchar as occurred_at,
    events.payload
from events
order by events.ordinal
