-- Fewer than two cases have a label of a person.

select
    format(
        'people labelled {} cases, at least 2 are needed; run `evalstore label RUN` to draw a '
        || 'sample',
        count(distinct case_id)
    ) as cause
from facts.scored
where
    validator_id like 'human:%'
    and outcome in ('right', 'wrong', 'abstained')
    and coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    and coalesce(
        system_id = getvariable('filter_system_id'), getvariable('filter_system_id') is null
    )
having count(distinct case_id) < 2
