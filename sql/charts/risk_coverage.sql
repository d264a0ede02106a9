-- One run's curves of risk over coverage, for every system, validator and variant.

select
    system_id,
    validator_id,
    is_primary_validator,
    variant,
    coverage,
    answer_count,
    selective_risk,
    macros.wilson_low(selective_risk * answer_count, answer_count) as ci_low,
    macros.wilson_high(selective_risk * answer_count, answer_count) as ci_high
from metrics.risk_coverage
where
    run_id = $run_id
    and slice_name = $slice_name
    and slice_value = $slice_value
order by system_id, validator_id, variant, coverage
