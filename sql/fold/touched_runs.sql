-- The runs that the incoming events belong to; what a fold recorded itself belongs to none.

create or replace temp table touched_runs as
select distinct run_id
from incoming
where run_id <> '';
