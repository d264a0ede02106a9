-- The risk when only the surest claims are kept, at each whole percent of coverage.
--
-- kept_count is the least whole number of cases that covers so many percent, risk the mean error
-- among the surest claims that make up as many, and lowest_confidence that of the last one kept.
-- Of claims that are equally sure the mean counts: the expectation over all their orders. A grain
-- without any claim has one row, without a percent.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, percent
-- for: metrics

create or replace view facts.claim_coverages as

with steps as (
    select
        claim_confidences.*,
        -- A whole number of cases, where rounding of weights left a hair less.
        unnest(case
            when confidence is null then [null::bigint]
            else range(
                floor(100 * floor(surer_sum + 1e-9) / scored_count)::bigint + 1,
                floor(100 * floor(surer_sum + weight_sum + 1e-9) / scored_count)::bigint + 1
            )
        end) as percent
    from facts.claim_confidences
),

kept_claims as (
    select
        steps.*,
        ceil(percent * scored_count / 100e0 - 1e-9) as kept_count
    from steps
)

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, percent,
    is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    kept_count::bigint as kept_count,
    confidence as lowest_confidence,
    (surer_error_sum + (kept_count - surer_sum) * error_sum / weight_sum) / kept_count as risk
from kept_claims;
