-- How many of the replies that came have the form that was asked for.
--
-- Judged by the validator format_compliance, on replies that came whether or not they could be
-- parsed. A reply that never came has no form to judge: it is not in the denominator, but counted
-- beside it. Errors and replies nobody judged are left out and counted as well.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of replies received
-- range: 0 to 1
-- better: higher
-- source: replies of the form asked for / replies received; Wilson score interval (Wilson 1927)

create or replace view metrics.format_compliance_rate as

with expected_replies as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        is_right,
        status,
        macros.is_failed(is_right, status, outcome) as is_failed
    from facts.sliced
    where validator_id = 'format_compliance'
),

counted_replies as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        bool_or(is_primary_validator) as is_primary_validator,
        count(is_right) filter (where status <> 'missing') as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count,
        count(*) filter (where is_right) as compliant_count
    from expected_replies
    group by all
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    is_primary_validator,
    scored_count,
    missing_count,
    error_count,
    unscored_count,
    compliant_count / nullif(scored_count, 0) as format_compliance_rate,
    macros.wilson_low(compliant_count, scored_count) as ci_low,
    macros.wilson_high(compliant_count, scored_count) as ci_high
from counted_replies;
