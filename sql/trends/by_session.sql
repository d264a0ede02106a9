-- One metric from session to session, in the order of facts.sessions, run after run.
--
-- Every session of the chosen runs is here for each series. One in which the metric has no value
-- has no session_number: those that have one are numbered from 1 on.
--
-- Parameters: run_ids, or null for the newest complete run that has sessions, of the suite and
-- branch; metric, suite, branch, system_id, validator_id, variant as in by_commit.sql.
--
-- grain: system_id, validator_id, slice_name, slice_value, variant, run_id, session_id

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
        and exists (
            from facts.sessions
            where sessions.run_id = commits.run_id
        )
),

chosen_runs as (
    select *
    from complete_runs
    where
        list_contains($run_ids::varchar[], run_id)
        or (
            $run_ids is null
            and run_number = (select max(newest.run_number) from complete_runs as newest)
        )
),

values_of_slices as (
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
        and slice_name in ('all', 'session')
        and run_id in (select run_id from chosen_runs)
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

values_of_sessions as (
    select
        whole.system_id,
        whole.validator_id,
        whole.variant,
        whole.is_primary_validator,
        sessions.run_id,
        sessions.session_id,
        sessions.session_number as place_in_run,
        of_session.value,
        of_session.ci_low,
        of_session.ci_high,
        of_session.scored_count,
        of_session.missing_count,
        of_session.error_count
    from values_of_slices as whole
    inner join facts.sessions on whole.run_id = sessions.run_id
    left join values_of_slices as of_session
        on
            of_session.slice_name = 'session'
            and sessions.run_id = of_session.run_id
            and sessions.session_id = of_session.slice_value
            and whole.system_id = of_session.system_id
            and whole.validator_id = of_session.validator_id
            and whole.variant = of_session.variant
    where whole.slice_name = 'all'
)

select
    values_of_sessions.system_id,
    values_of_sessions.validator_id,
    'all' as slice_name,
    'all' as slice_value,
    values_of_sessions.variant,
    values_of_sessions.run_id,
    values_of_sessions.is_primary_validator,
    chosen_runs.suite_version,
    chosen_runs.seed,
    chosen_runs.git_sha,
    chosen_runs.git_branch,
    chosen_runs.committed_at,
    chosen_runs.started_at,
    chosen_runs.week,
    chosen_runs.week_started_on,
    1::bigint as run_count,
    values_of_sessions.scored_count,
    values_of_sessions.missing_count,
    values_of_sessions.error_count,
    values_of_sessions.value,
    values_of_sessions.ci_low,
    values_of_sessions.ci_high,
    values_of_sessions.session_id,
    if(
        values_of_sessions.value is null,
        null,
        count(values_of_sessions.value) over sessions_of_series
    ) as session_number
from values_of_sessions
inner join chosen_runs using (run_id)
window
    sessions_of_series as (
        partition by
            values_of_sessions.system_id,
            values_of_sessions.validator_id,
            values_of_sessions.variant
        order by chosen_runs.run_number, values_of_sessions.place_in_run
    )
order by
    values_of_sessions.system_id,
    values_of_sessions.validator_id,
    values_of_sessions.variant,
    chosen_runs.run_number,
    values_of_sessions.place_in_run
