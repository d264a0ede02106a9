-- How each case of a run came out by each validator: one row for all attempts at the case.
--
-- correctness is the mean over the attempts that count, null where all are left out; from one half
-- on a case is right. outcome and answer are those of the attempt that represents the case. Where
-- no response stands that could be judged, outcome is the status: missing, unparsable or error.
--
-- grain: run_id, system_id, case_id, validator_id

create or replace view facts.case_outcomes as

select
    scored.run_id,
    scored.system_id,
    scored.case_id,
    scored.validator_id,
    scored.is_primary_validator,
    scored.case_attempt_count as attempt_count,
    case
        when scored.status in ('missing', 'unparsable', 'error') then scored.status
        else scored.outcome
    end as outcome,
    scored.answer,
    scored.case_correctness as correctness,
    scored.case_correctness >= 0.5 as is_right,
    cases.prompt_sha256,
    verdicts.validator_digest
from facts.scored
left join facts.cases using (run_id, case_id)
left join facts.verdicts using (run_id, system_id, case_id, attempt, validator_id)
where scored.represents_case;
