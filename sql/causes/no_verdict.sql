-- Nothing was judged, or not by the validator that the metric needs.

select
    case
        when getvariable('needed_validator_id') is null
            then format('no verdict: {} responses, and none was judged', count(*))
        else
            format(
                '{} responses, and none has a verdict of the validator {}',
                count(*),
                getvariable('needed_validator_id')
            )
    end as cause
from filtered_responses
having not exists (
    select 1 from filtered_attempts
    where
        outcome is not null
        and validator_id = coalesce(getvariable('needed_validator_id'), validator_id)
)
