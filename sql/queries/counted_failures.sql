-- What entered a metric and is not right, and what it left out, with the texts.
--
-- What is right is that of the validator that the metric is about, else of the primary one. What
-- no validator judged, such as a week or a reading, is not right where it makes the value worse.
-- Controls are here only where one is named.

with counted_rows as (
    select selected_counted.*
    from selected_counted
    where
        coalesce(run_id = $run_id, $run_id is null)
        and coalesce(system_id = $system_id, $system_id is null)
        and (
            $system_id is not null
            or (run_id, system_id) not in (
                select (controls.run_id, controls.system_id)
                from facts.controls
            )
        )
        and coalesce(validator_id = $validator_id, $validator_id is null)
        and slice_name = 'all'
        and coalesce(variant = $variant, $variant is null)
),

judged_rows as (
    select
        counted_rows.run_id,
        counted_rows.system_id,
        counted_rows.case_id,
        counted_rows.attempt,
        counted_rows.item,
        counted_rows.validator_id,
        counted_rows.variant,
        counted_rows.is_counted,
        counted_rows.weight,
        counted_rows.numerator,
        counted_rows.reason as left_out_because,
        coalesce(scored.validator_id, counted_rows.validator_id) as judge_id
    from counted_rows
    left join facts.scored
        on
            counted_rows.run_id = scored.run_id
            and counted_rows.system_id = scored.system_id
            and counted_rows.case_id = scored.case_id
            and counted_rows.attempt = scored.attempt
            and (
                counted_rows.validator_id = scored.validator_id
                or (counted_rows.validator_id = '' and scored.is_primary_validator)
            )
    where
        not counted_rows.is_counted
        or not scored.is_right
        or (
            scored.case_id is null
            and case $better
                when 'higher' then counted_rows.numerator < counted_rows.denominator
                when 'lower' then counted_rows.numerator > 0 and counted_rows.denominator > 0
            end
        )
)

select
    judged_rows.run_id,
    judged_rows.system_id,
    judged_rows.case_id,
    judged_rows.attempt,
    judged_rows.item,
    judged_rows.validator_id,
    judged_rows.variant,
    judged_rows.is_counted,
    judged_rows.left_out_because,
    judged_rows.weight,
    judged_rows.numerator,
    answers.domain,
    answers.prompt,
    answers.text as response,
    answers.expected,
    answers.status,
    answers.verdicts[judged_rows.judge_id].outcome as verdict,
    coalesce(answers.verdicts[judged_rows.judge_id].reason, answers.error) as reason,
    answers.verdicts[judged_rows.judge_id].tags as tags,
    failures.taxonomy,
    answers.confidence
from judged_rows
left join facts.answers using (run_id, system_id, case_id, attempt)
left join facts.failures
    on
        judged_rows.run_id = failures.run_id
        and judged_rows.system_id = failures.system_id
        and judged_rows.case_id = failures.case_id
        and judged_rows.attempt = failures.attempt
        and judged_rows.judge_id = failures.validator_id
order by
    judged_rows.run_id, judged_rows.system_id, judged_rows.is_counted,
    judged_rows.case_id, judged_rows.validator_id, judged_rows.variant, judged_rows.attempt,
    judged_rows.item
limit $row_limit
