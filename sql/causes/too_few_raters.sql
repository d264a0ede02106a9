-- Fewer than two validators have rated.

select
    format(
        '{} validators rate {} cases; two are needed, and run_started.raters names them',
        count(distinct validator_id),
        count(distinct case_id)
    ) as cause
from facts.ratings
where
    is_rating
    and rating is not null
    and coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    and coalesce(
        system_id = getvariable('filter_system_id'), getvariable('filter_system_id') is null
    )
having count(distinct validator_id) < 2
