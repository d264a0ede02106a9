-- How many rows of facts that sums are made of the touched runs have, or some of them.

select count(*) as row_count
from (
    select run_id from facts.scored
    union all
    select run_id from facts.unjudged
) as judged
where
    run_id between getvariable('first_run_id') and getvariable('last_run_id')
    and run_id in (select touched_runs.run_id from touched_runs);
