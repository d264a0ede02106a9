-- Every attempt that a system should have made at a case, beside the response where one came.
--
-- Attempts 1 to `run_started.attempts` where the run declares them, and any beyond that came; else
-- those that came, and one at least. Of a case that names its systems nothing is expected of the
-- others, and what came of them counts all the same. is_repeated: several attempts may be expected
-- of the case. Nothing is expected of facts.unasked_attempts.
--
-- grain: run_id, system_id, case_id, attempt

with starts as (
    select
        run_id,
        from_json(payload, '{"attempts": "BIGINT"}') as fields
    from current_events
    where kind = 'run_started'
),

declared_attempts as (
    select
        run_id,
        unnest(range(1, fields.attempts + 1))::integer as attempt,
        fields.attempts > 1 as is_repeated
    from starts
    where fields.attempts is not null
),

questions as (
    select
        run_cases.run_id,
        run_systems.system_id,
        run_cases.case_id,
        coalesce(list_contains(run_cases.asked_systems, run_systems.system_id), true)
            as is_expected
    from run_cases
    inner join run_systems using (run_id)
    where not run_systems.has_readings_only
),

absent_attempts as (
    select
        questions.run_id,
        questions.system_id,
        questions.case_id,
        declared_attempts.attempt
    from questions
    inner join declared_attempts using (run_id)
    anti join responses using (run_id, system_id, case_id, attempt)
    anti join unasked_attempts using (run_id, system_id, case_id, attempt)
    where questions.is_expected
    union all
    select
        questions.run_id,
        questions.system_id,
        questions.case_id,
        1 as attempt
    from questions
    anti join responses using (run_id, system_id, case_id)
    anti join unasked_attempts using (run_id, system_id, case_id)
    where
        questions.is_expected
        and questions.run_id not in (select declared_attempts.run_id from declared_attempts)
),

repeated_cases as (
    select distinct
        run_id,
        system_id,
        case_id
    from responses
    -- A later attempt alone stands beside the first one, which a run may declare and never came.
    where not is_final_attempt or attempt > 1
),

expected_attempts as (
    select
        questions.run_id,
        questions.system_id,
        questions.case_id,
        responses.attempt,
        true as has_response,
        responses.status,
        responses.answer,
        responses.confidence,
        responses.confidence_kind,
        responses.latency_ms,
        responses.occurred_at
    from questions
    inner join responses using (run_id, system_id, case_id)
    union all by name
    select
        absent_attempts.*,
        false as has_response,
        'missing' as status
    from absent_attempts
)

select
    expected_attempts.*,
    repeated_cases.case_id is not null
    or expected_attempts.run_id in (
        select declared_attempts.run_id
        from declared_attempts
        where declared_attempts.is_repeated
    ) as is_repeated
from expected_attempts
left join repeated_cases
    on
        expected_attempts.run_id = repeated_cases.run_id
        and expected_attempts.system_id = repeated_cases.system_id
        and expected_attempts.case_id = repeated_cases.case_id
