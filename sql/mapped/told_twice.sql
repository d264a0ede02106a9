-- What a map gives several times under one subject, each time with another content, by kind: of
-- these the last would stand alone. A case is what is asked and expected, whatever its attributes.
--
-- Each event is parsed once. A payload that is JSON as text is not looked into.
--
-- grain: kind

with told as (
    select
        event ->> [
            '$.kind', '$.run_id', '$.payload.case_id', '$.payload.system_id', '$.payload.attempt',
            '$.payload.validator_id', '$.payload.value_dim', '$.payload.prompt',
            '$.payload.messages', '$.payload.expected', '$.payload'
        ] as field
    from mapped_events
),

subjects as (
    select
        field[1] as kind,
        field[3] as case_id,
        hash(field[1], field[2], field[3], field[4], coalesce(field[5], '1'), field[6], field[7])
            as subject,
        case
            when field[1] = 'case_generated' then hash(field[8], field[9], field[10])
            else hash(field[11])
        end as content
    from told
    where
        field[1] in ('case_generated', 'response_recorded', 'verdict_recorded')
        and field[3] is not null
)

select
    kind,
    count(*) as subject_count,
    min(case_id) as example
from (
    select
        any_value(kind) as kind,
        min(case_id) as case_id
    from subjects
    group by subject
    having min(content) < max(content)
) as told_twice
group by kind
order by kind;
