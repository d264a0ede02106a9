-- Nothing else explains it: how much there is of what the metric is made of.

select
    format(
        'nothing that counts among {} cases, {} responses and {} judged attempts',
        (select count(*) from wanted_cases),
        (select count(*) from wanted_responses),
        (select count(*) from wanted_attempts)
    ) as cause
