-- The runs of this fold whose answers name cases that they do not declare.

select distinct run_id
from facts.undeclared_cases
where run_id in (select touched_runs.run_id from touched_runs)
