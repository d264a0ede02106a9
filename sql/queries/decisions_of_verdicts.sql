-- Each recorded decision that rested on some of these verdicts, and on how many.
--
-- A decision reads the verdicts of its validator that were in the log then (tree_size) and had no
-- newer revision: of its run and system (`run`), of the run it was compared with (`baseline`), and
-- of the systems that it had to beat (`lead`). Decisions that were decided anew are here, too. The
-- runs that an adaptive threshold was computed from are not recorded, so none rests on them here.
--
-- Parameters: event_ids, of verdicts.
--
-- grain: event_id, rested_on

with chosen as (
    select
        events.run_id,
        events.event_id,
        events.subject,
        events.position,
        json_extract_string(events.payload, '$.system_id') as system_id,
        json_extract_string(events.payload, '$.validator_id') as validator_id
    from log.events
    where
        events.kind = 'verdict_recorded'
        and list_contains($event_ids::uuid[], events.event_id)
),

-- From when on each verdict no longer counted.
ends as (
    select
        chosen.event_id,
        min(newer.position) as end_position
    from chosen
    left join log.events as newer
        on
            newer.kind = 'verdict_recorded'
            and chosen.run_id = newer.run_id
            and chosen.subject = newer.subject
            and chosen.position < newer.position
    group by chosen.event_id
),

decisions as (
    select
        events.event_id,
        events.run_id,
        events.source,
        coalesce(events.occurred_at, events.recorded_at) as decided_at,
        from_json(events.payload, '{
            "gate_id": "VARCHAR", "metric": "VARCHAR", "system_id": "VARCHAR",
            "validator_id": "VARCHAR", "decision": "VARCHAR", "tree_size": "BIGINT",
            "baseline_run_id": "VARCHAR", "is_informational": "BOOLEAN",
            "lead": {"over_system_id": "VARCHAR"}
        }') as fields
    from log.events
    where events.kind = 'gate_evaluated'
),

sides as (
    select
        event_id, run_id, source, decided_at, fields,
        unnest([
            {
                'rested_on': 'run',
                'side_run_id': run_id,
                'side_system_id': fields.system_id
            },
            {
                'rested_on': 'baseline',
                'side_run_id': fields.baseline_run_id,
                'side_system_id': fields.system_id
            },
            {
                'rested_on': 'lead',
                'side_run_id': run_id,
                'side_system_id': fields.lead.over_system_id
            }
        ]) as side
    from decisions
)

select
    sides.decided_at,
    sides.run_id,
    sides.fields.gate_id,
    sides.fields.metric,
    sides.fields.system_id,
    sides.fields.decision,
    coalesce(sides.fields.is_informational, false) as is_informational,
    not starts_with(sides.source, 'evalstore:') as is_foreign,
    sides.side.rested_on,
    sides.event_id,
    count(*) as verdict_count
from sides
inner join chosen
    on
        sides.side.side_run_id = chosen.run_id
        and sides.side.side_system_id = chosen.system_id
        and sides.fields.validator_id = chosen.validator_id
inner join ends on chosen.event_id = ends.event_id
where
    coalesce(chosen.position < sides.fields.tree_size, true)
    and coalesce(ends.end_position >= sides.fields.tree_size, true)
group by all
order by all
