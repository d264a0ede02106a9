-- The digests of the judges of a run, or of all runs if run_id is null.

select distinct validator_digest as name
from facts.verdicts
where validator_digest is not null and coalesce(run_id = $run_id, true)
order by name
