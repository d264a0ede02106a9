-- Answers that were sure and wrong: a confidence of 0.9 or more, abstentions left out.

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
    and outcome = 'wrong'
    and confidence >= 0.9
order by confidence desc, system_id, case_id;
