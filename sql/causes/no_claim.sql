-- No response with a confidence is right or wrong.

select
    format(
        'none of {} responses with a confidence is right or wrong: {} lost to errors, '
        || '{} abstained, {} without a verdict that counts',
        count(confidence),
        count(confidence) filter (where status = 'error' or outcome = 'error'),
        count(confidence) filter (where outcome = 'abstained'),
        count(confidence) filter (
            where is_right is null and coalesce(outcome <> 'error', true)
        )
    ) as cause
from filtered_attempts
having count(claim_weight) = 0
