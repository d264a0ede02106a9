-- One metric in every complete run of a suite, the oldest commit first.
--
-- Ordered by the time of the commit, else of the start; runs of one commit by their start.
--
-- Parameters: metric, suite, branch, system_id, validator_id, slice_name, slice_value, variant.
-- A null validator is each run's primary one; another null leaves its column open, except suite;
-- a null system stands for all but controls.
--
-- grain: system_id, validator_id, slice_name, slice_value, variant, run_id

with complete_runs as (
    select
        commits.run_id,
        commits.suite_version,
        commits.seed,
        commits.git_sha,
        commits.git_branch,
        commits.committed_at,
        commits.started_at,
        commits.run_number,
        commits.week,
        commits.week_started_on
    from facts.commits
    inner join facts.case_completeness using (run_id)
    where
        commits.suite is not distinct from $suite
        and coalesce(commits.git_branch = $branch, $branch is null)
        and case_completeness.has_all_cases
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
    from selected_metrics
    where
        metric = $metric
        and slice_name = $slice_name
        and coalesce(slice_value = $slice_value, $slice_value is null)
        and coalesce(system_id = $system_id, $system_id is null)
        and (
            $system_id is not null
            or (run_id, system_id) not in (
                select (controls.run_id, controls.system_id)
                from facts.controls
            )
        )
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
    complete_runs.suite_version,
    complete_runs.seed,
    complete_runs.git_sha,
    complete_runs.git_branch,
    complete_runs.committed_at,
    complete_runs.started_at,
    complete_runs.week,
    complete_runs.week_started_on,
    1::bigint as run_count,
    values_of_runs.scored_count,
    values_of_runs.missing_count,
    values_of_runs.error_count,
    values_of_runs.value,
    values_of_runs.ci_low,
    values_of_runs.ci_high
from values_of_runs
inner join complete_runs using (run_id)
order by
    values_of_runs.system_id,
    values_of_runs.validator_id,
    values_of_runs.slice_value,
    values_of_runs.variant,
    complete_runs.run_number
