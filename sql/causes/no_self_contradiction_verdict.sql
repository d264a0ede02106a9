-- The validator `self_contradiction` has judged nothing.

select
    format(
        '{} responses, and none has a verdict of the validator self_contradiction', count(*)
    ) as cause
from wanted_responses
having
    not exists (
        select 1
        from wanted_attempts
        where
            validator_id = 'self_contradiction'
            and outcome is not null
    )
