-- Runs of which the tool counts more samples than were read, where any were.

with counts as (
    select
        run_id,
        max(completed_count) as told_count
    from facts.reported_figures
    where run_id in (select unnest($run_ids::varchar[]))
    group by run_id
),

responses as (
    select
        run_id,
        count(*) as read_count
    from facts.responses
    where run_id in (select unnest($run_ids::varchar[]))
    group by run_id
)

select
    counts.run_id,
    runs.suite,
    counts.told_count,
    responses.read_count
from counts
inner join responses using (run_id)
inner join facts.runs using (run_id)
where responses.read_count < counts.told_count
order by counts.run_id
