-- Flaky cases: attempts of one system in one run of which some are right and some are not.

select
    run_id,
    system_id,
    case_id,
    count(*) filter (where is_right) as right_count,
    count(*) filter (where not is_right) as wrong_count
from facts.scored
where is_primary_validator
group by run_id, system_id, case_id
having right_count > 0 and wrong_count > 0
order by run_id, system_id, case_id;
