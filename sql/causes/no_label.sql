-- No reply has a label of a person, a verdict of a validator named human:NAME.

select
    format(
        'people labelled none of {} responses; run `evalstore label RUN` to draw a sample',
        count(*)
    ) as cause
from facts.responses
where
    coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    and coalesce(
        system_id = getvariable('filter_system_id'), getvariable('filter_system_id') is null
    )
    and not exists (
        select 1
        from facts.verdicts
        where
            validator_id like 'human:%'
            and coalesce(
                run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null
            )
            and coalesce(
                system_id = getvariable('filter_system_id'),
                getvariable('filter_system_id') is null
            )
    )
having count(*) > 0
