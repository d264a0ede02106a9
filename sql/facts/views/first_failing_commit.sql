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
    inner join facts.case_completeness using (run_id)
    where case_completeness.has_all_cases
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
        complete_runs.run_id,
        complete_runs.git_sha,
        case_outcomes.is_primary_validator,
        case_outcomes.validator_digest
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

-- Of the runs in order, which of them are of the latest sequence of failures.
placed_outcomes as (
    select
        outcomes.*,
        outcomes.run_number = last_passes.last_pass as is_last_passing,
        outcomes.run_number <= last_passes.last_failure
        and outcomes.run_number > coalesce(last_passes.last_pass, 0) as is_failing,
        outcomes.run_number > last_passes.last_failure as is_later
    from outcomes
    inner join last_passes
        on
            outcomes.suite is not distinct from last_passes.suite
            and outcomes.system_id = last_passes.system_id
            and outcomes.validator_id = last_passes.validator_id
            and outcomes.case_id = last_passes.case_id
),

failures as (
    select
        suite,
        system_id,
        validator_id,
        case_id,
        any_value(run_id) filter (where is_last_passing) as last_passing_run_id,
        any_value(git_sha) filter (where is_last_passing) as last_passing_git_sha,
        any_value(validator_digest) filter (where is_last_passing) as last_passing_digest,
        arg_min(run_id, run_number) filter (where is_failing) as first_failing_run_id,
        arg_min_null(git_sha, run_number) filter (where is_failing) as first_failing_git_sha,
        arg_min_null(validator_digest, run_number) filter (where is_failing)
            as first_failing_digest,
        arg_min_null(is_primary_validator, run_number) filter (where is_failing)
            as is_primary_validator,
        arg_min(run_id, run_number) filter (where is_later) as fixed_run_id,
        arg_min_null(git_sha, run_number) filter (where is_later) as fixed_git_sha,
        count(*) filter (where is_failing) as failing_run_count
    from placed_outcomes
    group by all
)

select
    suite,
    system_id,
    validator_id,
    case_id,
    is_primary_validator,
    last_passing_run_id,
    last_passing_git_sha,
    first_failing_run_id,
    first_failing_git_sha,
    failing_run_count,
    fixed_run_id is null as is_still_failing,
    fixed_run_id,
    fixed_git_sha,
    coalesce(last_passing_digest <> first_failing_digest, false) as has_other_judge
from failures;
