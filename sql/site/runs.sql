-- Every run, the newest first, with what its own gates came to and where its events end.
--
-- Decisions are those of the newest configuration. tree_size, root and recorded_at are of the fold
-- that recorded the last event of the run (last_events.sql); has_all_cases as in
-- facts.case_completeness.
--
-- Parameters: branch (null: any).
--
-- grain: run_id

with batches as (
    select
        first_position,
        last_position,
        tree_size,
        lower(hex(root)) as root,
        recorded_at
    from log.batches
),

decisions as (
    select
        run_id,
        gate_id,
        decision,
        is_informational,
        config_sha256,
        evaluated_at,
        tree_size
    from facts.gates
    where not is_foreign
),

configurations as (
    select
        run_id,
        config_sha256,
        max(evaluated_at) as decided_at,
        count(*) filter (where not is_informational) as gate_count,
        count(*) filter (where not is_informational and decision = 'fail') as fail_count,
        count(*) filter (where not is_informational and decision = 'broken') as broken_count,
        count(*) filter (where not is_informational and decision = 'undecided')
            as undecided_count,
        row_number() over (
            partition by run_id
            order by max(evaluated_at) desc nulls last, max(tree_size) desc nulls last
        ) as configuration_rank
    from decisions
    group by run_id, config_sha256
)

select
    commits.run_id,
    commits.suite,
    commits.suite_version,
    commits.git_sha,
    commits.git_branch,
    commits.committed_at,
    commits.started_at,
    commits.run_status,
    commits.run_number,
    case_completeness.case_count,
    case_completeness.has_all_cases,
    commits.run_id in (select run_id from facts.responses) as has_replies,
    configurations.decided_at,
    configurations.gate_count,
    configurations.fail_count,
    configurations.broken_count,
    configurations.undecided_count,
    last_events.last_position,
    batches.tree_size,
    batches.root,
    batches.recorded_at
from facts.commits
inner join facts.case_completeness using (run_id)
inner join last_events using (run_id)
inner join batches
    on last_events.last_position between batches.first_position and batches.last_position
left join configurations
    on commits.run_id = configurations.run_id and configurations.configuration_rank = 1
where coalesce(commits.git_branch = $branch, $branch is null)
order by
    coalesce(commits.started_at, commits.committed_at) desc nulls last,
    commits.run_id desc
