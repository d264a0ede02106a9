-- What the cases of a run can be clustered by, besides each case by itself.
--
-- Parameters: run_id.
--
-- grain: cluster_name

with kinds as (
    select
        bool_or(cluster_id is not null) as has_clusters,
        bool_or(session_id is not null) as has_sessions
    from facts.cases
    where run_id = $run_id
)

select 'cluster' as cluster_name
from kinds
where has_clusters
union
select 'session' as cluster_name
from kinds
where has_sessions
union
select name as cluster_name
from facts.case_attributes
where run_id = $run_id
order by cluster_name
