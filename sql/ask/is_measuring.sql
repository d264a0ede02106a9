-- Whether a validator measures on a scale of its own in a run.
--
-- Parameters: run_id, validator_id.

select count(*) > 0 as is_measuring
from facts.verdicts
where
    run_id = $run_id
    and validator_id = $validator_id
    and outcome = 'measured'
