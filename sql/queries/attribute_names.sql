-- The names of the attributes that cases have, in one run or, where run_id is null, in any.

select distinct name
from facts.case_attributes
where coalesce(run_id = $run_id, $run_id is null)
order by name
