-- The runs declare no weight of a domain.

select
    format(
        'no domain of {} cases has a weight; run_started declares them as config.weights', count(*)
    ) as cause
from filtered_cases
having
    not exists (
        select 1
        from facts.run_weights
        where
            (run_weights.run_id, run_weights.domain) in (
                select
                    run_id,
                    domain
                from filtered_cases
            )
    )
