-- The validator `format_compliance` has judged nothing.

select
    format(
        '{} responses, and none has a verdict of the validator format_compliance', count(*)
    ) as cause
from wanted_responses
having
    not exists (
        select 1
        from wanted_attempts
        where
            validator_id = 'format_compliance'
            and outcome is not null
    )
