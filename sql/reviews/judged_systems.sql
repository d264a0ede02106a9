-- The systems of a run with the validator whose failures are looked at.
--
-- It is the primary validator unless one is named. Controls are left out unless one is named.
--
-- Parameters: run_id, system_id and validator_id, each null for any.
--
-- grain: system_id, validator_id

select distinct
    system_id,
    validator_id
from facts.scored
where
    run_id = $run_id
    and coalesce(system_id = $system_id, true)
    and coalesce(validator_id = $validator_id, is_primary_validator)
    and (
        $system_id is not null
        or system_id not in (
            select controls.system_id
            from facts.controls
            where controls.run_id = $run_id
        )
    )
order by
    system_id,
    validator_id
