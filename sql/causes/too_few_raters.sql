-- Fewer than two validators rated.

select
    format(
        '{} validators rated {} cases, at least 2 are needed; name them in `raters` of '
        || 'run_started, and run `evalstore judge RUN --validator NAME`',
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
