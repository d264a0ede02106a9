-- What gates decided on the runs, as recorded, with what each decision says of the log.
--
-- Every configuration of gates is here. is_newest_configuration is true for that which decided
-- last on the run, of our own and of foreign decisions each. revision counts how often the same
-- gate of the same configuration decided on the number, and earlier_decisions lists what it said
-- before. is_root_recorded is true where the log had the stated root at the stated size.
--
-- Parameters: run_ids, oldest first.
--
-- grain: run_id, gate_id, system_id, validator_id, slice_name, slice_value, variant,
-- config_sha256, is_foreign

with configurations as (
    select
        run_id,
        config_sha256,
        is_foreign,
        row_number() over (
            partition by run_id, is_foreign
            order by max(evaluated_at) desc nulls last, max(tree_size) desc nulls last
        ) = 1 as is_newest
    from facts.gates
    where list_contains($run_ids, run_id)
    group by run_id, config_sha256, is_foreign
),

recorded_decisions as (
    select
        run_id,
        subject,
        event_id,
        revision,
        starts_with(source, 'evalstore:') as is_own,
        position,
        payload
    from log.events
    where kind = 'gate_evaluated' and list_contains($run_ids, run_id)
),

earlier_decisions as (
    select
        newer.event_id,
        list(json_extract_string(older.payload, '$.decision') order by older.position)
            as decisions
    from recorded_decisions as newer
    inner join recorded_decisions as older
        on
            newer.run_id = older.run_id
            and newer.subject = older.subject
            and newer.is_own = older.is_own
            and newer.position > older.position
    group by newer.event_id
)

select
    gates.*,
    json_extract_string(recorded_decisions.payload, '$.require') as require,
    json_extract_string(recorded_decisions.payload, '$.parameters') as parameters,
    recorded_decisions.position,
    recorded_decisions.revision,
    coalesce(earlier_decisions.decisions, []) as earlier_decisions,
    configurations.is_newest as is_newest_configuration,
    coalesce(lower(hex(batches.root)) = gates.root, false) as is_root_recorded
from facts.gates
inner join configurations
    on
        gates.run_id = configurations.run_id
        and gates.config_sha256 is not distinct from configurations.config_sha256
        and gates.is_foreign = configurations.is_foreign
inner join recorded_decisions on gates.event_id = recorded_decisions.event_id
left join earlier_decisions on gates.event_id = earlier_decisions.event_id
left join log.batches on gates.tree_size = batches.tree_size
order by
    list_position($run_ids, gates.run_id),
    gates.is_foreign,
    gates.is_informational,
    gates.gate_id,
    gates.system_id,
    gates.validator_id,
    gates.slice_name,
    gates.slice_value,
    gates.variant,
    recorded_decisions.position
