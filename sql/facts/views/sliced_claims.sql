-- Each answer that was expected of a system, once per slice, with the confidence it claims.
--
-- A claim is a judged answer with a stated confidence; who abstains claims nothing, whatever
-- number stands beside it. claimed_kind is the kind of confidence, empty where the response does
-- not say; it, confidence and correctness are null where nothing is claimed. Claims of each kind
-- are measured apart.
--
-- grain: run_id, system_id, case_id, validator_id, slice_name, slice_value

create or replace view facts.sliced_claims as

select
    run_id, system_id, case_id, validator_id, slice_name, slice_value,
    is_primary_validator,
    status,
    is_right is null as is_left_out,
    macros.is_failed(is_right, status, outcome) as is_failed,
    case
        when macros.is_calibrated(is_right, outcome, confidence)
            then coalesce(confidence_kind, '')
    end as claimed_kind,
    case
        when macros.is_calibrated(is_right, outcome, confidence) then confidence
    end as confidence,
    case
        when macros.is_calibrated(is_right, outcome, confidence)
            then macros.correctness(is_right, score)
    end as correctness
from facts.sliced;
