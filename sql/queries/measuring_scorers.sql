-- The validators that measured in some run, each with the suite of that run.
--
-- grain: suite, validator_id

select distinct
    runs.suite,
    verdicts.validator_id
from facts.verdicts
inner join facts.runs using (run_id)
where verdicts.outcome = 'measured' and runs.suite is not null
order by runs.suite, verdicts.validator_id
