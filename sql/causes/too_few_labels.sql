-- Fewer than two cases have a label that a person gave.

select
    format(
        '{} cases have a label of people; two are needed, as verdicts of validators named '
        || 'human:NAME',
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
