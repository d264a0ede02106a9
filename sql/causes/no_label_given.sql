-- The validator that is to answer with labels judged nothing.

select
    format(
        'the validator {} judged none of {} responses; `evalstore show label_f1 --set '
        || 'answered=NAME` names one that did',
        macros.answered(),
        count(*)
    ) as cause
from filtered_responses
having
    count(*) > 0
    and macros.answered() <> 'answer'
    and not exists (
        select 1
        from facts.verdicts
        where
            validator_id = macros.answered()
            and coalesce(
                run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null
            )
            and coalesce(
                system_id = getvariable('filter_system_id'),
                getvariable('filter_system_id') is null
            )
    )
