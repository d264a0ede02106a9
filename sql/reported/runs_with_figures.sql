-- Those of some runs that have figures of their tool's own.

select distinct run_id
from facts.reported_figures
where run_id in (select unnest($run_ids::varchar[]))
order by run_id
