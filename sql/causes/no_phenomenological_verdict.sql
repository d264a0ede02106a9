-- The validator `phenomenological` has judged nothing.

select
    format(
        '{} responses, and none has a verdict of the validator phenomenological', count(*)
    ) as cause
from wanted_responses
having
    not exists (
        select 1
        from wanted_attempts
        where
            validator_id = 'phenomenological'
            and outcome is not null
    )
