-- The systems of two runs: those with answers that were judged, or that a label judges.
--
-- Parameters: left_run_id, right_run_id.
--
-- grain: run_id, system_id

select
    run_id,
    system_id
from facts.scored
where run_id in ($left_run_id, $right_run_id)
union
select
    run_id,
    system_id
from facts.unjudged
where run_id in ($left_run_id, $right_run_id)
order by all
