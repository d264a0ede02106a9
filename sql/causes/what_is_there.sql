-- No other cause applies: the counts of the rows that the metric reads.

select
    format(
        '{} counts none of {} cases, {} responses and {} judged attempts; name another validator '
        || 'or slice, or run `evalstore show {} --counted` for the reasons',
        getvariable('filter_metric'),
        (select count(*) from filtered_cases),
        (select count(*) from filtered_responses),
        (select count(*) from filtered_attempts),
        getvariable('filter_metric')
    ) as cause
