-- One metric in every completed run of a suite, the oldest commit first.
--
-- Ordered by the time of the commit, else of the start; runs of one commit by their start.
--
-- Parameters: metric, suite, branch, system_id, validator_id, slice_name, slice_value, variant.
-- A null validator is each run's primary one; another null leaves its column open, except suite.
--
-- grain: system_id, validator_id, slice_name, slice_value, variant, run_id

with completed_runs as (
    select
        run_id,
        suite_version,
        seed,
        git_sha,
        git_branch,
        committed_at,
        started_at,
        run_number,
        week,
        week_started_on
    from facts.commits
    where
        suite is not distinct from $suite
        and coalesce(git_branch = $branch, $branch is null)
        and run_status = 'completed'
),

values_of_runs as (
    select
        run_id,
        system_id,
        validator_id,
        is_primary_validator,
        slice_name,
        slice_value,
        variant,
        value,
        ci_low,
        ci_high,
        scored_count,
        missing_count,
        error_count
    from asked_metrics
    where
        metric = $metric
        and slice_name = $slice_name
        and coalesce(slice_value = $slice_value, $slice_value is null)
        and coalesce(system_id = $system_id, $system_id is null)
        and coalesce(validator_id = $validator_id, is_primary_validator)
        and coalesce(variant = $variant, $variant is null)
)

select
    values_of_runs.system_id,
    values_of_runs.validator_id,
    values_of_runs.slice_name,
    values_of_runs.slice_value,
    values_of_runs.variant,
    values_of_runs.run_id,
    values_of_runs.is_primary_validator,
    completed_runs.suite_version,
    completed_runs.seed,
    completed_runs.git_sha,
    completed_runs.git_branch,
    completed_runs.committed_at,
    completed_runs.started_at,
    completed_runs.week,
    completed_runs.week_started_on,
    1::bigint as run_count,
    values_of_runs.scored_count,
    values_of_runs.missing_count,
    values_of_runs.error_count,
    values_of_runs.value,
    values_of_runs.ci_low,
    values_of_runs.ci_high
from values_of_runs
inner join completed_runs using (run_id)
order by
    values_of_runs.system_id,
    values_of_runs.validator_id,
    values_of_runs.slice_value,
    values_of_runs.variant,
    completed_runs.run_number
