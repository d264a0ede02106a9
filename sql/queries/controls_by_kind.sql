-- The systems of a run whose kind is among some, by its start; without a kind, by their names.
--
-- Parameters: run_id, kinds.
--
-- grain: system_id

with started_systems as (
    select unnest(json_keys(payload, '$.config.systems')) as system_id, payload
    from log.current_events
    where
        run_id = $run_id
        and kind = 'run_started'
        and json_type(payload, '$.config.systems') = 'OBJECT'
)

select system_id
from started_systems
where
    list_contains(
        $kinds::varchar[],
        coalesce(
            json_extract_string(
                payload, '$.config.systems."' || replace(system_id, '"', '\"') || '".kind'
            ),
            system_id
        )
    )
order by system_id
