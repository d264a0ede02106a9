-- The validator `evidence` has judged nothing.

select
    format(
        '{} responses, and none has a verdict of the validator evidence', count(*)
    ) as cause
from wanted_responses
having
    not exists (
        select 1
        from wanted_attempts
        where
            validator_id = 'evidence'
            and outcome is not null
    )
