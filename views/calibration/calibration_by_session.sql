-- Calibration from session to session: how far confidence drifts from what is right over time.
--
-- One row for each session of a run in which something was claimed, in the order of facts.sessions
-- (session_number, from 1): mean confidence, mean correctness and the gap between
-- them in this session, and running_gap, the gap of all claims up to it. The errors of calibration
-- of a session alone are those of ece where slice_name is session; few claims make them large. Who
-- counts: facts.claim_bins.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean_correctness and mean_confidence as shares; gap and running_gap are confidence less
--     correctness
-- range: -1 to 1
-- better: none
-- source: mean confidence less mean correctness, as in Lichtenstein, Fischhoff and Phillips 1982;
--     standard error of the mean of the bins' gaps not given, as claims of a session hang together
-- shape: table
-- draws: no, ece and the other errors of calibration are drawn by session with --slice session
-- slice: session
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

create or replace view metrics.calibration_by_session as

with gaps as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, variant,
        bool_or(is_primary_validator) as is_primary_validator,
        sum(bin_claim_count)::bigint as claim_count,
        sum(bin_weight) as weight_sum,
        sum(confidence_sum) as confidence_sum,
        sum(correctness_sum) as correctness_sum,
        sum(gap_sum) as gap_sum,
        sum(abs(gap_sum)) as absolute_gap_sum
    from facts.claim_bins
    where slice_name = 'session' and bin_index is not null
    group by all
)

select
    gaps.run_id, gaps.system_id, gaps.validator_id, gaps.slice_name, gaps.slice_value,
    gaps.variant, gaps.is_primary_validator,
    sessions.session_number,
    sessions.began_at,
    gaps.claim_count,
    gaps.confidence_sum / gaps.weight_sum as mean_confidence,
    gaps.correctness_sum / gaps.weight_sum as mean_correctness,
    gaps.gap_sum / gaps.weight_sum as gap,
    gaps.absolute_gap_sum / gaps.weight_sum as ece,
    sum(gaps.gap_sum) over earlier / sum(gaps.weight_sum) over earlier as running_gap
from gaps
left join facts.sessions
    on gaps.run_id = sessions.run_id and gaps.slice_value = sessions.session_id
window
    earlier as (
        partition by
            gaps.run_id, gaps.system_id, gaps.validator_id, gaps.variant
        order by sessions.session_number nulls last, gaps.slice_value
        rows unbounded preceding
    );
