-- The canaries that a system did not get wholly right in every attempt.
--
-- An attempt that was lost to an error is none.
--
-- Parameters: run_id, system_id, validator_id.
--
-- grain: case_id

select distinct case_id
from facts.scored
where
    run_id = $run_id
    and system_id = $system_id
    and validator_id = $validator_id
    and is_canary
    and macros.correctness(is_right, score) < 1
order by case_id
