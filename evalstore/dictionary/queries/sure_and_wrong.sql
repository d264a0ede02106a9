-- Answers that were sure and wrong: a confidence of 0.9 or more, and not right.

select
    system_id,
    case_id,
    domain,
    prompt,
    answer,
    expected,
    confidence,
    reason
from facts.answers
where
    run_id = 'capitals-nightly-2'
    and not is_right
    and confidence >= 0.9
order by confidence desc, case_id;
