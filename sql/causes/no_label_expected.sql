-- What the cases expect is no label.

select
    format(
        'the {} cases have {} different values of {}, which are no labels: these are 2 to {}, '
        || 'each on average of at least two cases; set it in case_generated',
        count(*),
        count(distinct lower(expected_value)),
        macros.expected(),
        macros.label_limit()
    ) as cause
from facts.expected_values
where coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
having
    count(*) > 0
    and not exists (
        select 1
        from facts.run_labels
        where coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    )
