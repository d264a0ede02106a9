-- The runs that a reference may name, the newest first: candidates for a baseline.
--
-- Runs of the same suite that began before it, but for one named by its own id. Of last-green,
-- and of a mean without a branch, these are all, and is_green says which last-green means: those
-- that were decided on where no gate of their last configuration but informational ones did other
-- than pass, or than await a baseline; null where none decided; is_beginning where some did await
-- one. Decisions that others wrote say nothing of it.
--
-- is_other_version is true where both runs state a version of the suite and the two differ, and
-- lacking_system_ids are the systems of this run that a candidate declares not to have.
--
-- Parameters: run_id, kind (run, commit, tag, branch, mean, last-green), name.
--
-- grain: run_id

with selected_run as (
    select
        suite,
        suite_version,
        systems,
        started_at
    from facts.runs
    where run_id = $run_id
),

last_configurations as (
    select
        run_id,
        arg_max(config_sha256, evaluated_at) as config_sha256
    from facts.gates
    where not is_foreign
    group by run_id
),

green_runs as (
    select
        gates.run_id,
        bool_and(
            gates.is_informational or gates.decision = 'pass' or gates.is_awaiting_baseline
        )
        and bool_or(not gates.is_informational) as is_green,
        bool_or(not gates.is_informational and gates.is_awaiting_baseline) as is_beginning
    from facts.gates
    inner join last_configurations
        on
            gates.run_id = last_configurations.run_id
            and gates.config_sha256 is not distinct from last_configurations.config_sha256
    where not gates.is_foreign
    group by gates.run_id
)

select
    runs.run_id,
    runs.run_status,
    green_runs.is_green,
    coalesce(green_runs.is_beginning, false) as is_beginning,
    coalesce(runs.suite_version <> selected_run.suite_version, false) as is_other_version,
    list_filter(
        selected_run.systems,
        lambda system_id: not list_contains(runs.systems, system_id)
    ) as lacking_system_ids
from facts.runs
inner join selected_run
    on
        $kind = 'run'
        or (
            runs.suite is not distinct from selected_run.suite
            and runs.started_at < selected_run.started_at
        )
left join green_runs on runs.run_id = green_runs.run_id
where
    runs.run_id <> $run_id
    and case $kind
        when 'run' then runs.run_id = $name
        when 'commit' then starts_with(runs.git_sha, $name)
        when 'tag' then list_contains(runs.tags, $name)
        when 'branch' then runs.git_branch = $name
        when 'mean' then runs.git_branch = $name or $name = ''
        when 'last-green' then true
    end
order by runs.started_at desc, runs.run_id desc
