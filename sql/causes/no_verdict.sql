-- No response was judged, or none by the validator that the metric needs.

select
    case
        when getvariable('needed_validator_id') is null
            then
                format(
                    'none of {} responses is judged; run `evalstore judge RUN --validator NAME`',
                    count(*)
                )
        else
            format(
                'none of {} responses is judged by {}; run `evalstore judge RUN --validator {}`',
                count(*),
                getvariable('needed_validator_id'),
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
