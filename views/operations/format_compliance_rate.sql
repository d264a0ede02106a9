-- Format compliance rate: the share of replies that have the form that was asked for.
--
-- Judged by the validator format_compliance, on replies that came whether or not they could be
-- parsed. A reply that never came has no form to judge: it is not in the denominator, but counted
-- beside it. Errors and replies nobody judged are left out and counted as well. A case of whose
-- repetitions half came counts half. No interval where a case was asked repeatedly: bootstrap
-- gives one.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of replies received
-- range: 0 to 1
-- better: higher
-- source: replies of the form asked for / replies received; Wilson score interval (Wilson 1927)
-- empty: no_response, no_verdict of format_compliance, nothing_right_or_wrong
-- counts: facts.counted_answers where validator_id = 'format_compliance'
-- reason: unreceived_reason
-- numerator: case when is_right then weight else 0 end

create or replace view metrics.format_compliance_rate as

select
    run_id, system_id, validator_id, slice_name, slice_value,
    -- No other validator judges this.
    true as is_primary_validator,
    received_count as scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    right_sum / received_sum as format_compliance_rate,
    case
        when scored_attempt_count = scored_count then macros.wilson_low(right_sum, received_count)
    end as ci_low,
    case
        when scored_attempt_count = scored_count then macros.wilson_high(right_sum, received_count)
    end as ci_high
from facts.answer_sums
where validator_id = 'format_compliance';
