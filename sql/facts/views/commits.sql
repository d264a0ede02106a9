-- The runs in the order of their commits, each with its number and week; join it by run_id.
--
-- A run of an old commit stands where the commit does.
--
-- ordered_at is the time of the commit, else that of the start. run_number counts the runs of a
-- suite from 1, oldest commit first; runs of one commit follow each other as they were started.
-- The week is that of ISO 8601 in UTC, year and week together: 2024-12-30 is in 2025-W01.
-- week_started_on is its Monday. Join it to any metric by run_id.
--
-- grain: run_id

create or replace view facts.commits as

with runs as (
    select
        run_id,
        suite,
        suite_version,
        seed,
        git_sha,
        git_branch,
        committed_at,
        started_at,
        run_status,
        coalesce(committed_at, started_at) as ordered_at
    from facts.runs
)

select
    run_id,
    suite,
    suite_version,
    seed,
    git_sha,
    git_branch,
    committed_at,
    started_at,
    run_status,
    ordered_at,
    row_number() over (
        partition by suite
        order by ordered_at nulls first, started_at nulls first, run_id
    ) as run_number,
    strftime(ordered_at, '%G-W%V') as week,
    date_trunc('week', ordered_at)::date as week_started_on
from runs;
