-- The gates that decided on the runs: what each configuration required, and when it was in use.
--
-- slice is that of the gate's decisions, with its values counted where there are several. A
-- decision that came before any number, such as that a store is broken, names no value.
-- Configurations come in the order of their first decision; foreign ones are left out.
--
-- Parameters: run_ids.
--
-- grain: config_sha256, gate_id, metric, slice_name, threshold, is_informational

with decisions as (
    select
        gates.*,
        events.position,
        json_extract_string(events.payload, '$.require') as require,
        json_extract_string(events.payload, '$.parameters') as parameters
    from facts.gates
    inner join log.events using (run_id, event_id)
    where list_contains($run_ids, gates.run_id) and not gates.is_foreign
),

configurations as (
    select
        config_sha256,
        dense_rank() over (order by min(position)) as config_number
    from decisions
    group by config_sha256
)

select
    configurations.config_number,
    decisions.config_sha256,
    decisions.gate_id,
    decisions.metric,
    decisions.slice_name,
    case
        when count(distinct nullif(decisions.slice_value, '')) = 1
            then any_value(nullif(decisions.slice_value, ''))
    end as slice_value,
    count(distinct nullif(decisions.slice_value, '')) as slice_value_count,
    decisions.require,
    decisions.threshold,
    decisions.minimum,
    decisions.maximum,
    decisions.max_drop,
    decisions.baseline_reference,
    decisions.must_beat,
    decisions.parameters,
    decisions.is_informational,
    count(distinct decisions.run_id) as run_count,
    count(*) as decision_count,
    min(decisions.evaluated_at) as first_decided_at,
    max(decisions.evaluated_at) as last_decided_at
from decisions
inner join configurations
    on decisions.config_sha256 is not distinct from configurations.config_sha256
group by all
order by all
