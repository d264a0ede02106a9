-- The controls of each run: its systems that know nothing, with which the others are compared.
--
-- grain: run_id, system_id

create or replace view facts.controls as

select distinct
    run_id,
    unnest(controls) as system_id
from facts.runs;
