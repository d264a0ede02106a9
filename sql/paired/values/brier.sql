-- How far, squared, each confidence is from what came; the mean is brier.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, case_id, attempt

with claims as (
    select
        run_id,
        system_id,
        validator_id,
        is_primary_validator,
        slice_name,
        slice_value,
        case_id,
        cluster_id,
        session_id,
        macros.confidence_variant(coalesce(confidence_kind, '')) as variant,
        confidence - macros.correctness(is_right, score) as gap
    from facts.sliced
    where macros.is_calibrated(is_right, outcome, confidence)
)

select
    run_id,
    system_id,
    validator_id,
    is_primary_validator,
    slice_name,
    slice_value,
    variant,
    case_id,
    cluster_id,
    session_id,
    gap * gap as value
from claims
