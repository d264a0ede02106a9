-- Every attempt that a system should have made at a labelled case of a run without verdicts.
--
-- The label and the answer alone say what abstention is made of, so that no validator is needed.
-- The cases are those labelled E (entailed), C (contradicted) or U (unknown); a run with a
-- validator has all of its attempts in facts.scored, and none here. status is `missing` where no
-- response came; nothing is expected of facts.unasked_attempts.
--
-- grain: run_id, system_id, case_id, attempt
-- empty without: case_generated with label
-- for: metrics

with labelled_cases as (
    select
        run_id,
        case_id,
        label,
        asked_systems
    from cases
    anti join scored using (run_id)
    where label in ('E', 'C', 'U')
),

declared_attempts as (
    select
        run_id,
        unnest(
            range(1, json_extract_string(payload, '$.attempts')::bigint + 1)
        )::integer as attempt
    from current_events
    where
        kind = 'run_started'
        and json_extract_string(payload, '$.attempts') is not null
),

questions as (
    select
        labelled_cases.run_id,
        run_systems.system_id,
        labelled_cases.case_id,
        labelled_cases.label,
        coalesce(list_contains(labelled_cases.asked_systems, run_systems.system_id), true)
            as is_expected
    from labelled_cases
    inner join run_systems using (run_id)
    where not run_systems.has_readings_only
),

expected_attempts as (
    select
        questions.* exclude (is_expected),
        responses.attempt
    from questions
    inner join responses using (run_id, system_id, case_id)
    union
    select
        questions.* exclude (is_expected),
        declared_attempts.attempt
    from questions
    inner join declared_attempts using (run_id)
    anti join unasked_attempts
        on
            questions.run_id = unasked_attempts.run_id
            and questions.system_id = unasked_attempts.system_id
            and questions.case_id = unasked_attempts.case_id
            and declared_attempts.attempt = unasked_attempts.attempt
    where questions.is_expected
    union
    select
        questions.* exclude (is_expected),
        1 as attempt
    from questions
    anti join responses using (run_id, system_id, case_id)
    anti join unasked_attempts using (run_id, system_id, case_id)
    where
        questions.is_expected
        and questions.run_id not in (select declared_attempts.run_id from declared_attempts)
)

select
    expected_attempts.run_id,
    expected_attempts.system_id,
    expected_attempts.case_id,
    expected_attempts.attempt,
    expected_attempts.label,
    coalesce(responses.status, 'missing') as status,
    responses.answer
from expected_attempts
left join responses using (run_id, system_id, case_id, attempt)
