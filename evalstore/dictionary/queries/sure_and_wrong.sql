-- Answers that were sure and wrong: a confidence of 0.9 or more, and not right.

select
    system_id,
    case_id,
    attempt,
    domain,
    answer,
    expected,
    confidence
from facts.scored
where
    run_id = 'capitals-nightly-2'
    and is_primary_validator
    and not is_right
    and confidence >= 0.9
order by confidence desc;
