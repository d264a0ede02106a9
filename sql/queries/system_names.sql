-- The systems of a run: those that answered, read or were expected to.
--
-- Parameters: run_id, null for every run.
--
-- grain: name

with system_names as (
    select
        run_id,
        system_id
    from facts.responses
    union all
    select
        run_id,
        system_id
    from facts.scored
    union all
    select
        run_id,
        system_id
    from facts.unjudged
    union all
    select
        run_id,
        system_id
    from facts.drift_weeks
)

select distinct system_id as name
from system_names
where coalesce(run_id = $run_id, $run_id is null)
order by name
