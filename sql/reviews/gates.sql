-- What the gates decided on one run, those of the newest configuration only.
--
-- Foreign decisions, which others wrote, come after our own and stand for themselves: the newest
-- configuration of theirs. configuration_count is how many of either have decided.
--
-- Parameters: run_id.

with decisions as (
    select *
    from facts.gates
    where run_id = $run_id
),

configurations as (
    select
        config_sha256,
        is_foreign,
        row_number() over (
            partition by is_foreign
            order by
                max(evaluated_at) desc nulls last,
                max(tree_size) desc nulls last
        ) as configuration_rank,
        count(*) over (partition by is_foreign) as configuration_count
    from decisions
    group by config_sha256, is_foreign
)

select
    decisions.gate_id,
    decisions.metric,
    decisions.system_id,
    decisions.validator_id,
    decisions.slice_name,
    decisions.slice_value,
    decisions.variant,
    decisions.decision,
    decisions.reason,
    decisions.is_informational,
    decisions.is_foreign,
    decisions.value,
    decisions.ci_low,
    decisions.ci_high,
    decisions.scored_count,
    decisions.threshold,
    decisions.baseline_run_id,
    decisions.baseline_reference,
    decisions.baseline_reason,
    decisions.minimum,
    decisions.maximum,
    decisions.max_drop,
    decisions.drop_value,
    decisions.drop_low,
    decisions.drop_high,
    decisions.paired_count,
    decisions.minimum_detectable_effect,
    decisions.must_beat,
    decisions.try_number,
    decisions.branch_try_number,
    decisions.false_block_chance,
    configurations.configuration_count
from decisions
inner join configurations
    on
        decisions.config_sha256 is not distinct from configurations.config_sha256
        and decisions.is_foreign = configurations.is_foreign
where configurations.configuration_rank = 1
order by
    decisions.is_foreign,
    decisions.is_informational,
    decisions.gate_id,
    decisions.system_id,
    decisions.slice_name,
    decisions.slice_value
