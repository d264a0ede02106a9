-- Each attempt that was expected of a system, once per slice and kind of confidence it is held to.
--
-- A claim has the variant of its kind; what claims nothing has no kind, and is here once for every
-- kind that is claimed in its slice. reason is null for claims, unsure_reason for sure ones, and
-- undoubtful_reason for doubtful ones. bin_gap is the gap of the claim's bin in facts.claim_bins.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value, variant
-- for: metrics

create or replace view facts.counted_claims as

with claims as (
    select
        sliced_claims.*,
        claimed_kind is null
        or row_number() over (
            partition by
                run_id, system_id, validator_id, slice_name, slice_value, claimed_kind, case_id
            order by attempt
        ) = 1 as is_first_of_kind,
        sum(weight * (confidence - correctness)) over (
            partition by
                run_id, system_id, validator_id, slice_name, slice_value, claimed_kind,
                least(floor(confidence * macros.bins()), macros.bins() - 1)
        ) as bin_gap
    from facts.sliced_claims
),

kinds as (
    select distinct
        run_id, system_id, validator_id, slice_name, slice_value, claimed_kind
    from facts.sliced_claims
    where claimed_kind is not null
),

held_claims as (
    select
        claims.*,
        macros.confidence_variant(coalesce(claims.claimed_kind, kinds.claimed_kind)) as variant,
        case
            when claims.claimed_kind is not null then null
            when claims.is_left_out or claims.status in ('missing', 'error')
                then macros.left_out_reason(claims.status, claims.outcome)
            when claims.status = 'unparsable' then 'unparsable'
            when claims.outcome = 'abstained' then 'abstained'
            else 'no confidence'
        end as reason
    from claims
    left join kinds
        on
            claims.run_id = kinds.run_id
            and claims.system_id = kinds.system_id
            and claims.validator_id is not distinct from kinds.validator_id
            and claims.slice_name = kinds.slice_name
            and claims.slice_value = kinds.slice_value
            and claims.claimed_kind is null
)

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value, variant,
    is_primary_validator,
    case when claimed_kind is null then represents_case else is_first_of_kind end
        as represents_case,
    status = 'missing' as is_missing,
    confidence,
    correctness,
    bin_gap,
    weight,
    reason,
    case when reason is null and not is_sure then 'not sure' else reason end as unsure_reason,
    case when reason is null and not is_doubtful then 'not doubtful' else reason end
        as undoubtful_reason
from held_claims;
