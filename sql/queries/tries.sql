-- Which try of its commit, and of its branch, each gate's decision on a run is, from 1.
--
-- A try is a run of the suite that a gate of this store decided on for a system, whatever it
-- decided; decisions that others wrote are none. A number that a decision on this run already has
-- stays. try_number is null where the run names no commit, branch_try_number where it names no
-- branch, or one of the main line. A branch begins after its last run of a commit that the main
-- line also has.
--
-- The row without a gate is that of any gate that has decided on no other run.
--
-- Parameters: run_id, main_branches.
--
-- grain: gate_id, system_id

with selected_run as (
    select
        suite,
        git_sha,
        case
            when not list_contains($main_branches::varchar[], git_branch) then git_branch
        end as branch
    from facts.runs
    where run_id = $run_id
),

suite_runs as (
    select
        runs.run_id,
        runs.git_sha,
        runs.git_branch,
        runs.started_at,
        selected_run.branch,
        coalesce(runs.git_sha = selected_run.git_sha, false) as is_of_commit,
        coalesce(runs.git_branch = selected_run.branch, false) as is_on_branch
    from facts.runs
    inner join selected_run on runs.suite = selected_run.suite
),

branch_bases as (
    select max(runs.started_at) as started_at
    from suite_runs as runs
    inner join suite_runs as main_runs
        on
            runs.git_sha = main_runs.git_sha
            and list_contains($main_branches::varchar[], main_runs.git_branch)
    where runs.is_on_branch
),

tried_runs as (
    select
        suite_runs.run_id,
        suite_runs.is_of_commit,
        suite_runs.is_on_branch
        and coalesce(suite_runs.started_at > branch_bases.started_at, true) as is_of_branch
    from suite_runs
    cross join branch_bases
),

decisions as (
    select
        run_id,
        gate_id,
        coalesce(system_id, '') as system_id,
        min(try_number) as try_number,
        min(branch_try_number) as branch_try_number
    from facts.gates
    where not is_foreign
    group by all
),

gate_tries as (
    select
        decisions.gate_id,
        decisions.system_id,
        max(decisions.try_number) filter (where tried_runs.run_id = $run_id) as try_number,
        max(decisions.branch_try_number) filter (
            where tried_runs.run_id = $run_id
        ) as branch_try_number,
        count(*) filter (
            where tried_runs.is_of_commit and tried_runs.run_id <> $run_id
        ) as other_count,
        count(*) filter (
            where tried_runs.is_of_branch and tried_runs.run_id <> $run_id
        ) as other_branch_count
    from decisions
    inner join tried_runs on decisions.run_id = tried_runs.run_id
    group by decisions.gate_id, decisions.system_id
    union all
    select
        null as gate_id,
        null as system_id,
        null as try_number,
        null as branch_try_number,
        0 as other_count,
        0 as other_branch_count
)

select
    gate_tries.gate_id,
    gate_tries.system_id,
    case
        when selected_run.git_sha is not null
            then coalesce(gate_tries.try_number, 1 + gate_tries.other_count)
    end as try_number,
    case
        when selected_run.branch is not null
            then coalesce(gate_tries.branch_try_number, 1 + gate_tries.other_branch_count)
    end as branch_try_number
from gate_tries
cross join selected_run
order by gate_tries.gate_id nulls first, gate_tries.system_id
