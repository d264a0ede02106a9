-- How old a baseline is, seen from a run, and how often a gate has chosen it for a system before.
--
-- age_days is from start to start; null where a start is not known. age_run_count counts the runs
-- of the suite that started after the baseline, up to this one: 1 for the run right after it.
-- chosen_count counts the earlier runs that a gate of this store compared with it. try_number is
-- which try of its commit the gate's decision on the baseline was; null where it made none.
--
-- Parameters: run_id, baseline_run_id, gate_id, system_id.
--
-- grain: one row

with selected_run as (
    select
        suite,
        started_at
    from facts.runs
    where run_id = $run_id
),

baseline as (
    select started_at
    from facts.runs
    where run_id = $baseline_run_id
),

later_runs as (
    select
        runs.run_id,
        runs.started_at
    from facts.runs
    cross join selected_run
    cross join baseline
    where
        runs.suite is not distinct from selected_run.suite
        and runs.started_at > baseline.started_at
        and runs.started_at <= selected_run.started_at
),

choices as (
    select distinct gates.run_id
    from facts.gates
    inner join later_runs on gates.run_id = later_runs.run_id
    where
        gates.run_id <> $run_id
        and not gates.is_foreign
        and gates.gate_id = $gate_id
        and gates.system_id = $system_id
        and gates.baseline_run_id = $baseline_run_id
)

select
    date_diff('second', baseline.started_at, selected_run.started_at) / 86400.0 as age_days,
    (select count(*) from later_runs) as age_run_count,
    (select count(*) from choices) as chosen_count,
    (
        select max(gates.try_number)
        from facts.gates
        where
            gates.run_id = $baseline_run_id
            and not gates.is_foreign
            and gates.gate_id = $gate_id
            and gates.system_id = $system_id
    ) as try_number
from selected_run
cross join baseline
