-- The cases of a run: what was asked, and what a right answer would be.

select
    case_id,
    domain,
    label,
    expected,
    is_canary
from facts.cases
where run_id = 'capitals-nightly-2'
order by case_id;
