-- Pass rate: how often a reply to a dream, wish or fantasy respects, integrates and orients.
--
-- Counted are the replies whose three grades are all above zero. A reply that never came or
-- cannot be read passes nothing. Errors are left out and counted, and so are replies for which
-- one of the three grades is absent and none of the others is zero. A case counts with the mean
-- over its attempts that count.
--
-- Each validator that gives such grades has a row of its own: the rules of phenomenological, and
-- a model or a person as judge beside them. validator_version and validator_digest say which
-- judge the number rests on; they are null where several judged together, and judge_note names
-- those. The rules match phrases and do not understand a text.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of replies
-- range: 0 to 1
-- better: higher
-- source: mean over cases of the share of replies with three grades above zero; Wilson score
--     interval (Wilson 1927), with repeated attempts Student's t over the cases' means
-- empty: no_response, no_verdict of phenomenological, no_grade
-- counts: facts.counted_grades where grade_name = 'combined'
-- rightness: of all cases
-- numerator: case when grade > 0 then weight else 0 end

create or replace view metrics.phenomenology_pass_rate as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    validator_version, validator_digest, judge_note,
    combined_count as scored_count, missing_count, error_count,
    case_count - combined_count - error_count as unscored_count,
    attempt_count, (attempt_count - combined_attempt_count)::bigint as left_out_attempt_count,
    combined_sum / nullif(combined_count, 0) as phenomenology_pass_rate,
    macros.share_low(
        combined_sum, combined_deviation, combined_count, combined_attempt_count
    ) as ci_low,
    macros.share_high(
        combined_sum, combined_deviation, combined_count, combined_attempt_count
    ) as ci_high
from facts.phenomenology_sums;
