-- Majority-vote accuracy: the most frequent verdict on a case's attempts decides it.
--
-- Of the verdicts on a case's attempts the most frequent one counts, with what it counts in
-- accuracy; where verdicts are equally frequent, the one that came first, as the reducer `mode` of
-- Inspect breaks ties. With one attempt a case it is accuracy. A case is left out where none of
-- its attempts counts. It takes the majority of verdicts, not of answers.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of cases
-- range: 0 to 1
-- better: higher
-- source: mean over cases of the modal verdict; Wilson score interval (Wilson 1927)
-- empty: no_response, no_verdict, nothing_right_or_wrong
-- counts: facts.counted_answers

create or replace view metrics.accuracy_majority as

select
    run_id, system_id, validator_id, slice_name, slice_value,
    bool_or(is_primary_validator) as is_primary_validator,
    count(majority_correctness) as scored_count,
    count(*) filter (where is_missing) as missing_count,
    count(*) filter (where attempt_count = 0 and error_attempt_count > 0) as error_count,
    count(*) filter (where attempt_count = 0 and error_attempt_count = 0 and not is_missing)
        as unscored_count,
    sum(expected_count)::bigint as attempt_count,
    sum(expected_count - attempt_count)::bigint as left_out_attempt_count,
    avg(majority_correctness order by majority_correctness) as accuracy_majority,
    macros.wilson_low(macros.steady_sum(majority_correctness), count(majority_correctness))
        as ci_low,
    macros.wilson_high(macros.steady_sum(majority_correctness), count(majority_correctness))
        as ci_high
from facts.attempted_cases
group by all;
