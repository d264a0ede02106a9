-- Each attempt that was expected of a system, once per slice, with the confidence it claims.
--
-- A claim is a judged answer with a stated confidence; who abstains claims nothing, whatever
-- number stands beside it. A confidence says how sure the answer is, so it is not compared with
-- validators that judge the form of a reply, its grades, its evidence or its consistency: they
-- have no row. claimed_kind is the kind of confidence, empty where the response does
-- not say; it, confidence, correctness and weight are null where nothing is claimed. Claims of
-- each kind are measured apart, and weight is 1 / the claims of the case of that kind. A claim is
-- sure above 0.7 and doubtful below 0.3.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.sliced_claims as

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
    is_primary_validator,
    represents_case,
    status,
    outcome,
    is_right is null as is_left_out,
    macros.is_failed(is_right, status, outcome) as is_failed,
    case when claim_weight is not null then coalesce(confidence_kind, '') end as claimed_kind,
    claim_weight as weight,
    case when claim_weight is not null then confidence end as confidence,
    coalesce(claim_weight is not null and confidence > macros.sure_above(), false) as is_sure,
    coalesce(claim_weight is not null and confidence < macros.doubtful_below(), false)
        as is_doubtful,
    case when claim_weight is not null then macros.correctness(is_right, score) end as correctness
from facts.sliced
where
    coalesce(validator_id not in (
        'confidence', 'evidence', 'format_compliance', 'phenomenological', 'self_contradiction'
    ), true);
