-- The primary validator of a run, for each system that it judged but controls.
--
-- Parameters: run_id.
--
-- grain: system_id

select distinct
    system_id,
    validator_id
from facts.scored
where
    run_id = $run_id
    and is_primary_validator
    and system_id not in (
        select controls.system_id
        from facts.controls
        where controls.run_id = $run_id
    )
order by system_id
