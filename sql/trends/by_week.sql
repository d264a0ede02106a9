-- One metric week by week: each ISO week has the value of its last completed run.
--
-- Not the mean over its runs: they ask the same questions again, which is no new evidence, and a
-- calibration error of all is no mean of calibration errors; one run has an interval, and cases
-- to be paired. The last is that of the newest commit. run_count says how many runs the week had.
--
-- Parameters: as by_commit.sql, and week_of: `commit` counts a run in the week of its commit,
-- `start` in that of its start; each takes the other time where its own is unknown.
--
-- grain: system_id, validator_id, slice_name, slice_value, variant, week

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
        case $week_of
            when 'start' then coalesce(commits.started_at, commits.committed_at)
            else commits.ordered_at
        end as counted_at
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
),

values_of_weeks as (
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
        date_trunc('week', complete_runs.counted_at)::date as week_started_on,
        values_of_runs.scored_count,
        values_of_runs.missing_count,
        values_of_runs.error_count,
        values_of_runs.value,
        values_of_runs.ci_low,
        values_of_runs.ci_high,
        count(*) over week_of_series as run_count,
        row_number() over (week_of_series order by complete_runs.run_number desc)
            as place_from_last
    from values_of_runs
    inner join complete_runs using (run_id)
    where complete_runs.counted_at is not null
    window week_of_series as (
        partition by
            values_of_runs.system_id,
            values_of_runs.validator_id,
            values_of_runs.slice_value,
            values_of_runs.variant,
            date_trunc('week', complete_runs.counted_at)
    )
)

select
    system_id,
    validator_id,
    slice_name,
    slice_value,
    variant,
    run_id,
    is_primary_validator,
    suite_version,
    seed,
    git_sha,
    git_branch,
    committed_at,
    started_at,
    strftime(week_started_on, '%G-W%V') as week,
    week_started_on,
    run_count,
    scored_count,
    missing_count,
    error_count,
    value,
    ci_low,
    ci_high
from values_of_weeks
where place_from_last = 1
order by
    system_id,
    validator_id,
    slice_value,
    variant,
    week_started_on
