-- How much a system gets right when every domain weighs the same, however many cases it has.
--
-- The unweighted mean of the accuracies of the domains present in the slice. A domain in which
-- nothing was scored is left out; domain_count says how many went in. Cases without a domain
-- form a group of their own, so that no answer escapes the mean.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: mean of shares
-- range: 0 to 1
-- better: higher
-- source: macro average over domains, beside the micro average of accuracy

create or replace view metrics.accuracy_macro as

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
        count(domain_accuracy) as domain_count,
        avg(domain_accuracy) as accuracy_macro
    from domains
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
    accuracy_macro
from domain_means;
