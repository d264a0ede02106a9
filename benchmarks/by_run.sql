-- The columns that ece reads, aggregated by run and system without it.

select
    run_id,
    system_id,
    bool_or(is_primary_validator) as is_primary_validator,
    count(*) as answer_count,
    count(*) filter (where status = 'missing') as missing_count,
    count(*) filter (where status = 'error' or outcome = 'error') as error_count,
    count(*) filter (where is_right is null) as unscored_count,
    avg(is_right::int) as accuracy,
    avg(coalesce(score, is_right::int)) as mean_correctness,
    avg(confidence) as mean_confidence
from facts.scored
group by
    run_id,
    system_id
