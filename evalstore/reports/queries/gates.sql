-- What the gates decided on one run, those of the newest configuration only.
--
-- Foreign decisions, which others wrote, come after our own and stand for themselves.

with decisions as (
    select
        gate_id,
        metric,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        variant,
        decision,
        reason,
        is_informational,
        is_foreign,
        value,
        ci_low,
        ci_high,
        scored_count,
        threshold,
        baseline_run_id,
        tree_size,
        root,
        views_sha256,
        config_sha256,
        evaluated_at
    from facts.gates
    where run_id = $run_id
),

configurations as (
    select
        config_sha256,
        is_foreign,
        max(evaluated_at) as last_evaluated_at,
        max(tree_size) as last_tree_size
    from decisions
    group by all
),

ranked_configurations as (
    select
        config_sha256,
        is_foreign,
        row_number() over (
            partition by is_foreign
            order by last_evaluated_at desc nulls last, last_tree_size desc nulls last
        ) as configuration_rank,
        count(*) over (partition by is_foreign) as configuration_count
    from configurations
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
    decisions.tree_size,
    decisions.root,
    decisions.views_sha256,
    decisions.config_sha256,
    ranked_configurations.configuration_count
from decisions
inner join ranked_configurations
    on
        decisions.config_sha256 is not distinct from ranked_configurations.config_sha256
        and decisions.is_foreign = ranked_configurations.is_foreign
where ranked_configurations.configuration_rank = 1
order by
    decisions.is_foreign,
    decisions.is_informational,
    decisions.gate_id,
    decisions.system_id,
    decisions.slice_name,
    decisions.slice_value
