-- What a map gives several times under one subject, each time with another content, by kind: of
-- these the last would stand alone. A case is what is asked and expected, whatever its attributes.
--
-- grain: kind

with told as (
    select
        event ->> '$.kind' as kind,
        event ->> '$.run_id' as run_id,
        case
            when json_type(event, '$.payload') = 'VARCHAR'
                then try_cast(event ->> '$.payload' as json)
            else event -> '$.payload'
        end as payload
    from mapped_events
    where kind in ('case_generated', 'response_recorded', 'verdict_recorded')
),

subjects as (
    select
        kind,
        run_id,
        payload ->> '$.case_id' as case_id,
        payload ->> '$.system_id' as system_id,
        coalesce(payload ->> '$.attempt', '1') as attempt,
        payload ->> '$.validator_id' as validator_id,
        payload ->> '$.value_dim' as value_dim,
        hash(
            case
                when kind = 'case_generated'
                    then (payload -> ['$.prompt', '$.messages', '$.expected'])::varchar
                else payload::varchar
            end
        ) as content
    from told
)

select
    kind,
    count(*) as subject_count,
    min(case_id) as example
from (
    select
        kind,
        case_id
    from subjects
    where case_id is not null
    group by kind, run_id, case_id, system_id, attempt, validator_id, value_dim
    having min(content) < max(content)
) as told_twice
group by kind
order by kind;
