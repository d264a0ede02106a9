-- The runs declare no weights of domains.

select
    format(
        'none of {} cases has a domain with a weight; set `config.weights` in run_started',
        count(*)
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
