-- Some labels have a sampling probability, others have none.

select
    format(
        '{} of {} labels of people have no sampling_probability, and the others have different '
        || 'ones; record it with every label, or with none',
        count(*) - count(verdicts.sampling_probability),
        count(*)
    ) as cause
from facts.scored
inner join facts.verdicts using (run_id, system_id, case_id, attempt, validator_id)
where
    scored.validator_id like 'human:%'
    and scored.outcome in ('right', 'wrong', 'abstained')
    and coalesce(
        scored.run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null
    )
    and coalesce(
        scored.system_id = getvariable('filter_system_id'),
        getvariable('filter_system_id') is null
    )
having
    count(verdicts.sampling_probability) between 1 and count(*) - 1
    and count(distinct verdicts.sampling_probability) > 1
