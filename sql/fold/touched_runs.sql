-- The runs that the incoming events belong to.

create or replace temp table touched_runs as
select distinct run_id
from incoming;
