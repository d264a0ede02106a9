-- Canaries that a system failed: fixed cases of every run that must never fail.

select
    failures.run_id,
    failures.system_id,
    failures.case_id,
    failures.prompt,
    failures.response,
    failures.reason
from facts.failures
inner join facts.cases using (run_id, case_id)
where cases.is_canary and failures.is_primary_validator
order by failures.run_id, failures.system_id, failures.case_id;
