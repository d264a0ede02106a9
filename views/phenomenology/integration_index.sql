-- Integration rate: how often a reply reflects on the images of a dream, wish or fantasy.
--
-- Counted are the replies with a grade for integration above zero; the mean of the grades stands
-- beside it. What never came or cannot be read counts as not met. Errors are left out and
-- counted, and so are replies without such a grade, for instance in a language the validator does
-- not read. A case counts with the mean over its attempts that have a grade.
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
-- source: mean over cases of the share of graded replies above zero; Wilson score interval (Wilson
--     1927), with repeated attempts Student's t over the cases' means
-- empty: no_response, no_verdict of phenomenological, no_grade
-- counts: facts.counted_grades where grade_name = 'integration'
-- numerator: case when grade > 0 then weight else 0 end

create or replace view metrics.integration_index as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    validator_version, validator_digest, judge_note,
    integration_count as scored_count, missing_count, error_count,
    case_count - integration_count - error_count as unscored_count,
    attempt_count, (attempt_count - integration_attempt_count)::bigint as left_out_attempt_count,
    integration_mean as grade_mean,
    integration_sum / nullif(integration_count, 0) as integration_index,
    macros.share_low(
        integration_sum, integration_deviation, integration_count, integration_attempt_count
    ) as ci_low,
    macros.share_high(
        integration_sum, integration_deviation, integration_count, integration_attempt_count
    ) as ci_high
from facts.phenomenology_sums;
