-- Context cards, one JSON object a line, in the order their cases first appeared.
--
-- A case of which only results are known has no question, and is no card. A card's own id has its
-- label and the number of its case id.
--
-- grain: line

with first_positions as (
    select
        subject,
        min(position) as first_position
    from log.events
    where
        run_id = $run_id
        and kind = 'case_generated'
    group by subject
),

cases as (
    select
        first_positions.first_position,
        current_events.payload
    from log.current_events
    inner join first_positions using (subject)
    where
        current_events.run_id = $run_id
        and current_events.kind = 'case_generated'
)

select
    coalesce(
        json_extract(payload, '$.record'),
        to_json(map_from_entries(list_filter(
            [
                row('id', coalesce(
                    json_extract(payload, '$.card_id'), json_extract(payload, '$.case_id')
                )),
                row('facts', json_extract(payload, '$.facts')),
                row('question', json_extract(payload, '$.question')),
                row('gold', coalesce(
                    json_extract(payload, '$.gold'), json_extract(payload, '$.expected')
                )),
                row('label', json_extract(payload, '$.label')),
                row('claim', json_extract(payload, '$.claim'))
            ],
            lambda entry: entry[2] is not null
        )))
    )::varchar as line
from cases
where json_type(payload, '$.question') = 'VARCHAR'
order by first_position
