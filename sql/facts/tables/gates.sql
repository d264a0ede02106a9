-- What each gate decided, on which value, and at which size of the log.
--
-- is_foreign where `evalstore gate` of this store, or of one that was taken over whole, did not
-- append the decision itself: event lines may say that a gate passed, but nothing rests on it.
--
-- The drop is beside baseline_run_id, on the paired cases, and positive where this run is worse;
-- minimum_detectable_effect is the smallest one that these cases show four times in five.
--
-- is_awaiting_baseline where all that keeps it from passing is that last-green names no run yet,
-- so that the run may be the baseline of the next.
--
-- baseline_age_run_count is 1 for the run right after the baseline; baseline_chosen_count is how
-- many earlier runs the gate compared with it. try_number counts the runs of the commit that the
-- gate has decided on, branch_try_number those of the branch. false_block_chance is how likely the
-- gate is to fail on cases like these where nothing changed.
--
-- The lead is over the system among those of must_beat that is the hardest to beat on the paired
-- cases, lead_over_system_id, and positive where the system is better.
--
-- Empty until `evalstore gate` is run.
--
-- grain: run_id, gate_id, system_id, validator_id, slice_name, slice_value, variant,
-- config_sha256, is_foreign
-- empty without: gate_evaluated

with decisions as (
    select
        run_id,
        occurred_at,
        event_id,
        source,
        from_json(payload, '{
            "gate_id": "VARCHAR", "metric": "VARCHAR", "system_id": "VARCHAR",
            "slice": "VARCHAR", "validator_id": "VARCHAR", "variant": "VARCHAR",
            "value": "DOUBLE", "interval": ["DOUBLE"], "count": "BIGINT", "threshold": "VARCHAR",
            "baseline_run_id": "VARCHAR", "decision": "VARCHAR", "reason": "VARCHAR",
            "is_informational": "BOOLEAN", "tree_size": "BIGINT", "root": "VARCHAR",
            "views_sha256": "VARCHAR", "config_sha256": "VARCHAR",
            "minimum": "DOUBLE", "maximum": "DOUBLE", "max_drop": "DOUBLE",
            "baseline_reference": "VARCHAR", "baseline_reason": "VARCHAR",
            "drop": {
                "value": "DOUBLE", "interval": ["DOUBLE"], "paired_count": "BIGINT",
                "p_value": "DOUBLE", "minimum_detectable_effect": "DOUBLE"
            },
            "must_beat": ["VARCHAR"],
            "is_awaiting_baseline": "BOOLEAN",
            "baseline_age_days": "DOUBLE", "baseline_age_run_count": "BIGINT",
            "baseline_chosen_count": "BIGINT",
            "try_number": "BIGINT", "branch_try_number": "BIGINT",
            "false_block_chance": "DOUBLE",
            "lead": {
                "over_system_id": "VARCHAR", "value": "DOUBLE", "interval": ["DOUBLE"],
                "paired_count": "BIGINT", "p_value": "DOUBLE"
            }
        }') as fields
    from current_events
    where kind = 'gate_evaluated'
)

select
    run_id,
    fields.gate_id,
    fields.metric,
    fields.system_id,
    fields.validator_id,
    split_part(fields.slice, '=', 1) as slice_name,
    fields.slice[strpos(fields.slice, '=') + 1:] as slice_value,
    coalesce(fields.variant, '') as variant,
    fields.decision,
    fields.reason,
    coalesce(fields.is_informational, false) as is_informational,
    fields.value,
    fields.interval[1] as ci_low,
    fields.interval[2] as ci_high,
    fields.count as scored_count,
    fields.threshold,
    fields.minimum,
    fields.maximum,
    fields.max_drop,
    fields.baseline_run_id,
    fields.baseline_reference,
    fields.baseline_reason,
    coalesce(fields.is_awaiting_baseline, false) as is_awaiting_baseline,
    fields.baseline_age_days,
    fields.baseline_age_run_count,
    fields.baseline_chosen_count,
    fields.try_number,
    fields.branch_try_number,
    fields.false_block_chance,
    fields.drop.value as drop_value,
    fields.drop.interval[1] as drop_low,
    fields.drop.interval[2] as drop_high,
    fields.drop.p_value as drop_p_value,
    fields.drop.paired_count,
    fields.drop.minimum_detectable_effect,
    coalesce(fields.must_beat, [])::varchar[] as must_beat,
    fields.lead.over_system_id as lead_over_system_id,
    fields.lead.value as lead_value,
    fields.lead.interval[1] as lead_low,
    fields.lead.interval[2] as lead_high,
    fields.lead.p_value as lead_p_value,
    fields.lead.paired_count as lead_paired_count,
    fields.tree_size,
    fields.root,
    fields.views_sha256,
    fields.config_sha256,
    occurred_at as evaluated_at,
    event_id,
    not starts_with(source, 'evalstore:') as is_foreign
from decisions
