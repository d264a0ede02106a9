-- The answers that cases expect are no labels.

select
    format(
        'the {} cases expect {} different answers, which are no labels: these are 2 to {}, each '
        || 'on average of at least two cases; set `expected` in case_generated',
        count(*),
        count(distinct lower(trim(expected))),
        macros.label_limit()
    ) as cause
from filtered_cases
having
    count(*) > 0
    and not exists (
        select 1
        from facts.run_labels
        where coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    )
