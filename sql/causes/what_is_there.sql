-- Nothing else explains it: how much there is of what the metric is made of.

select
    format(
        'nothing that counts among {} cases, {} responses and {} judged attempts',
        (select count(*) from filtered_cases),
        (select count(*) from filtered_responses),
        (select count(*) from filtered_attempts)
    ) as cause
