-- No two validators rated the same answer, or all ratings are the same.

select
    format(
        '{} ratings of {} cases by {} validators: no two of them rated the same answer, or all '
        || 'ratings are the same',
        count(*),
        count(distinct case_id),
        count(distinct validator_id)
    ) as cause
from facts.ratings
where
    is_rating
    and rating is not null
    and coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    and coalesce(
        system_id = getvariable('filter_system_id'), getvariable('filter_system_id') is null
    )
having count(*) > 0
