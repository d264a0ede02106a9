-- Flaky cases: right once and wrong another time, with nothing changed in between.

select
    varies_between,
    run_id,
    system_id,
    case_id,
    right_count,
    wrong_count,
    abstained_count,
    answers
from facts.flaky_cases
where is_primary_validator
order by varies_between, run_id, system_id, case_id;
