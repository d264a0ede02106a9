-- Macro-averaged accuracy: every domain weighs the same, however many cases it has.
--
-- The unweighted mean of the accuracies of the domains present in the slice. A domain in which
-- nothing was scored is left out; domain_count says how many went in. Cases without a domain form
-- a group of their own, so that no case escapes the mean. A case counts with the mean over its
-- attempts that were scored: facts.answer_sums.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: mean of shares
-- range: 0 to 1
-- better: higher
-- source: macro average over domains, beside the micro average of accuracy
-- resamples: no, a mean over domains
-- empty: no_response, no_verdict, nothing_right_or_wrong
-- counts: facts.counted_domains
-- weight: domain_share
-- numerator: domain_share * correctness

create or replace view metrics.accuracy_macro as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    count(accuracy) as domain_count,
    avg(accuracy) as accuracy_macro
from facts.domain_accuracies
group by all;
