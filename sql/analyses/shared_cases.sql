-- How many cases two runs have in common.
--
-- Parameters: run_id, other_run_id.

select count(*) as shared_count
from facts.cases as one
inner join facts.cases as other using (case_id)
where
    one.run_id = $run_id
    and other.run_id = $other_run_id
