-- The accuracy of each domain within a slice.
--
-- Cases without a domain form one of their own. accuracy is null where nothing of the domain was
-- scored; domain_scored_count is how many of its cases were, deviation_square_sum the sum of their
-- squared distances from it. The other counts are those of facts.answer_sums, of the whole slice,
-- repeated in each of its domains.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, domain
-- for: metrics

create or replace view facts.domain_accuracies as

with domains as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, domain,
        bool_or(is_primary_validator) as is_primary_validator,
        count(case_correctness) as scored_count,
        count(*) filter (where represents_case and status = 'missing') as missing_count,
        count(*) filter (where represents_case and is_failed) as error_count,
        count(*) filter (
            where represents_case and is_right is null and not is_failed and status <> 'missing'
        ) as unscored_count,
        count(*) as attempt_count,
        count(*) filter (where is_right is null) as left_out_attempt_count,
        avg(case_correctness order by case_correctness) as accuracy,
        count(case_correctness) * var_pop(case_correctness order by case_correctness)
            as deviation_square_sum
    from facts.sliced_answers
    group by all
)

select
    run_id, system_id, validator_id, slice_name, slice_value, domain,
    is_primary_validator,
    (sum(scored_count) over grains)::bigint as scored_count,
    (sum(missing_count) over grains)::bigint as missing_count,
    (sum(error_count) over grains)::bigint as error_count,
    (sum(unscored_count) over grains)::bigint as unscored_count,
    (sum(attempt_count) over grains)::bigint as attempt_count,
    (sum(left_out_attempt_count) over grains)::bigint as left_out_attempt_count,
    accuracy,
    scored_count as domain_scored_count,
    deviation_square_sum
from domains
window grains as (partition by run_id, system_id, validator_id, slice_name, slice_value);
