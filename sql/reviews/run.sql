-- What a run says of itself, with the domains of its cases and the systems, controls aside.
--
-- Parameters: run_id.

with domains as (
    select
        count(*) as case_count,
        list(distinct domain order by domain) filter (where domain is not null) as domains
    from facts.cases
    where run_id = $run_id
),

answering_systems as (
    select list(distinct system_id order by system_id) as systems
    from facts.responses
    where run_id = $run_id
)

select
    runs.run_id,
    runs.suite,
    runs.suite_version,
    runs.git_sha,
    runs.git_branch,
    runs.committed_at,
    runs.started_at,
    runs.finished_at,
    runs.run_status,
    domains.case_count,
    coalesce(domains.domains, []) as domains,
    list_filter(
        coalesce(runs.systems, answering_systems.systems, []),
        lambda system_id: not list_contains(runs.controls, system_id)
    ) as systems
from facts.runs
cross join domains
cross join answering_systems
where runs.run_id = $run_id
