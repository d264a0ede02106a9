-- How much a system gets right when every domain weighs what the run declared.
--
-- The mean of the domains' accuracies under the weights of `run_started.config.weights`, made to
-- add up to one over the domains of the slice in which something was scored. A domain without a
-- declared weight is left out; domain_count says how many went in. Null where no weight was
-- declared.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: weighted mean of shares
-- range: 0 to 1
-- better: higher
-- source: sum of weight * accuracy over domains / sum of their weights

create or replace view metrics.accuracy_weighted as

with expected_answers as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        domain,
        is_primary_validator,
        status,
        macros.correctness(is_right, score) as correctness,
        macros.is_failed(is_right, status, outcome) as is_failed
    from facts.sliced
),

domains as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        domain,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as answer_count,
        count(correctness) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        avg(correctness) as domain_accuracy
    from expected_answers
    group by all
),

weighted_domains as (
    select
        domains.run_id,
        domains.system_id,
        domains.validator_id,
        domains.slice_name,
        domains.slice_value,
        domains.is_primary_validator,
        domains.answer_count,
        domains.scored_count,
        domains.missing_count,
        domains.error_count,
        domains.domain_accuracy,
        case when domains.domain_accuracy is not null then run_weights.weight end as weight
    from domains
    left join facts.run_weights
        on
            domains.run_id = run_weights.run_id
            and domains.domain = run_weights.domain
),

domain_means as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        bool_or(is_primary_validator) as is_primary_validator,
        sum(answer_count) as answer_count,
        sum(scored_count) as scored_count,
        sum(missing_count) as missing_count,
        sum(error_count) as error_count,
        count(weight) as domain_count,
        sum(weight * domain_accuracy) / nullif(sum(weight), 0) as accuracy_weighted
    from weighted_domains
    group by all
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    is_primary_validator,
    scored_count::bigint as scored_count,
    missing_count::bigint as missing_count,
    error_count::bigint as error_count,
    (answer_count - scored_count - error_count)::bigint as unscored_count,
    domain_count,
    accuracy_weighted
from domain_means;
