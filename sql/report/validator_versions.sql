-- The version of each validator of a run whose verdicts count, or that there are several.
--
-- Parameters: run_id.

select
    system_id,
    validator_id,
    case
        when judge_note is not null then '(several versions)'
        else validator_version
    end as validator_version
from facts.judge_versions
where run_id = $run_id
