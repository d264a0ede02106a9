-- The events that explained rows rest on, one row for each pair, by the keys in the payload.
--
-- An event belongs to a row if they agree in each of case, system, attempt, validator and value
-- dimension that both have. Without a row_number are the events that all rows rest on: the start
-- of the run, and every event where a row is of no single case.

create or replace temp table explained_events as
with payloads as (
    select
        position,
        kind,
        from_json(payload, '{
            "case_id": "VARCHAR", "system_id": "VARCHAR", "attempt": "INTEGER",
            "validator_id": "VARCHAR", "value_dim": "VARCHAR"
        }') as fields
    from current_events
    where
        kind in (
            'run_started', 'case_generated', 'response_recorded', 'verdict_recorded',
            'drift_detected'
        )
),

keyed_events as (
    select
        position,
        kind,
        fields.case_id,
        fields.system_id,
        fields.validator_id,
        fields.value_dim,
        if(kind = 'case_generated', null, coalesce(fields.attempt, 1)) as attempt
    from payloads
),

-- An item is a value dimension, or one with a trigger; where it is neither, no event has it.
keyed_rows as (
    select
        row_number,
        case_id,
        system_id,
        attempt,
        nullif(validator_id, '') as validator_id,
        split_part(item, '/', 1) as value_dim
    from explained_rows
)

select
    keyed_rows.row_number,
    keyed_events.position
from keyed_rows
inner join keyed_events
    on
        keyed_rows.case_id = keyed_events.case_id
        and coalesce(keyed_rows.system_id = keyed_events.system_id, true)
        and coalesce(keyed_rows.validator_id = keyed_events.validator_id, true)
        and coalesce(keyed_rows.attempt = keyed_events.attempt, true)
        and coalesce(keyed_rows.value_dim = keyed_events.value_dim, true)
union all
select
    null as row_number,
    position
from keyed_events
where
    kind = 'run_started'
    or exists (
        select 1
        from explained_rows
        where case_id is null
    );
