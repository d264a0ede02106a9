-- What one side of a comparison said in some cases, with the case: an attempt of each case.
--
-- Of several attempts it is the first that came out as the case did, which is right where the mean
-- of its attempts is one half or more. Texts are cut here, and their full length is said.
--
-- Parameters: run_id, system_id, validator_id, case_ids, text_limit (characters).
--
-- grain: case_id

with case_verdicts as (
    select
        case_id,
        is_right,
        attempt_count
    from facts.case_outcomes
    where
        run_id = $run_id
        and system_id = $system_id
        and validator_id = $validator_id
        and list_contains($case_ids, case_id)
),

ranked_attempts as (
    select
        scored.case_id,
        scored.attempt,
        scored.status,
        scored.outcome,
        scored.confidence,
        case_verdicts.attempt_count,
        count(*) filter (where scored.is_right) over (partition by scored.case_id) as right_count,
        row_number() over (
            partition by scored.case_id
            order by
                coalesce(scored.is_right = case_verdicts.is_right, false) desc,
                scored.represents_case desc,
                scored.attempt
        ) as place
    from facts.scored
    inner join case_verdicts using (case_id)
    where
        scored.run_id = $run_id
        and scored.system_id = $system_id
        and scored.validator_id = $validator_id
)

select
    ranked_attempts.case_id,
    ranked_attempts.attempt,
    ranked_attempts.attempt_count,
    ranked_attempts.right_count,
    ranked_attempts.status,
    ranked_attempts.outcome,
    ranked_attempts.confidence,
    responses.event_id as response_event_id,
    left(coalesce(responses.text, responses.answer, responses.error), $text_limit) as reply,
    length(coalesce(responses.text, responses.answer, responses.error)) as reply_length,
    cases.domain,
    cases.label,
    cases.severity,
    left(cases.prompt, $text_limit) as prompt,
    length(cases.prompt) as prompt_length,
    left(cases.expected, $text_limit) as expected,
    length(cases.expected) as expected_length
from ranked_attempts
left join facts.cases
    on cases.run_id = $run_id and ranked_attempts.case_id = cases.case_id
left join facts.responses
    on
        responses.run_id = $run_id
        and responses.system_id = $system_id
        and ranked_attempts.case_id = responses.case_id
        and ranked_attempts.attempt = responses.attempt
where ranked_attempts.place = 1
