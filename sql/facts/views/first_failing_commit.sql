-- When a case began to fail: its latest unbroken sequence of failures, one row per case.
--
-- Runs are in the order of facts.commits, those that completed with all of their cases; a run that
-- leaves the case out (an error, no verdict) or asked something else is passed over. A case fails
-- where the mean of its attempts is below one half. is_still_failing: the newest run fails, too;
-- else fixed_run_id is the first that passed again. last_passing_run_id is null where the case
-- never passed before; the commits are null where the runs name none. has_other_judge is as in
-- facts.regressions, of the last passing run and the first failing one.
--
-- grain: suite, system_id, validator_id, case_id

create or replace view facts.first_failing_commit as

with complete_runs as (
    select
        commits.run_id,
        commits.suite,
        commits.git_sha,
        commits.run_number
    from facts.commits
    inner join facts.run_completeness using (run_id)
    where run_completeness.has_all_cases
),

case_outcomes as (
    select
        complete_runs.suite,
        complete_runs.run_number,
        case_outcomes.system_id,
        case_outcomes.validator_id,
        case_outcomes.case_id,
        case_outcomes.is_right,
        case_outcomes.prompt_sha256,
        {
            run_id: complete_runs.run_id,
            git_sha: complete_runs.git_sha,
            is_primary_validator: case_outcomes.is_primary_validator,
            validator_digest: case_outcomes.validator_digest
        } as run
    from facts.case_outcomes
    inner join complete_runs using (run_id)
    where case_outcomes.is_right is not null
),

newest_prompts as (
    select
        suite,
        system_id,
        validator_id,
        case_id,
        arg_max_null(prompt_sha256, run_number) as prompt_sha256
    from case_outcomes
    group by all
),

outcomes as (
    select case_outcomes.*
    from case_outcomes
    inner join newest_prompts
        on
            case_outcomes.suite is not distinct from newest_prompts.suite
            and case_outcomes.system_id = newest_prompts.system_id
            and case_outcomes.validator_id = newest_prompts.validator_id
            and case_outcomes.case_id = newest_prompts.case_id
            and coalesce(case_outcomes.prompt_sha256 = newest_prompts.prompt_sha256, true)
),

last_failures as (
    select
        suite,
        system_id,
        validator_id,
        case_id,
        max(run_number) as last_failure
    from outcomes
    where not is_right
    group by all
),

last_passes as (
    select
        outcomes.suite,
        outcomes.system_id,
        outcomes.validator_id,
        outcomes.case_id,
        last_failures.last_failure,
        max(outcomes.run_number) filter (
            where outcomes.is_right and outcomes.run_number < last_failures.last_failure
        ) as last_pass
    from outcomes
    inner join last_failures
        on
            outcomes.suite is not distinct from last_failures.suite
            and outcomes.system_id = last_failures.system_id
            and outcomes.validator_id = last_failures.validator_id
            and outcomes.case_id = last_failures.case_id
    group by all
),

failures as (
    select
        outcomes.suite,
        outcomes.system_id,
        outcomes.validator_id,
        outcomes.case_id,
        any_value(outcomes.run) filter (
            where outcomes.run_number = last_passes.last_pass
        ) as last_passing,
        arg_min(outcomes.run, outcomes.run_number) filter (
            where
            outcomes.run_number <= last_passes.last_failure
            and outcomes.run_number > coalesce(last_passes.last_pass, 0)
        ) as first_failing,
        arg_min(outcomes.run, outcomes.run_number) filter (
            where outcomes.run_number > last_passes.last_failure
        ) as fixed,
        count(*) filter (
            where
            outcomes.run_number <= last_passes.last_failure
            and outcomes.run_number > coalesce(last_passes.last_pass, 0)
        ) as failing_run_count
    from outcomes
    inner join last_passes
        on
            outcomes.suite is not distinct from last_passes.suite
            and outcomes.system_id = last_passes.system_id
            and outcomes.validator_id = last_passes.validator_id
            and outcomes.case_id = last_passes.case_id
    group by all
)

select
    suite,
    system_id,
    validator_id,
    case_id,
    first_failing.is_primary_validator,
    last_passing.run_id as last_passing_run_id,
    last_passing.git_sha as last_passing_git_sha,
    first_failing.run_id as first_failing_run_id,
    first_failing.git_sha as first_failing_git_sha,
    failing_run_count,
    fixed is null as is_still_failing,
    fixed.run_id as fixed_run_id,
    fixed.git_sha as fixed_git_sha,
    coalesce(last_passing.validator_digest <> first_failing.validator_digest, false)
        as has_other_judge
from failures;
