-- Attempts that a run expected and that nothing was recorded of: one row per missing response.
--
-- Every system of the run should have answered every case: the systems that it declares, else
-- those that answered anything but readings, and the cases that it declares or that a response or
-- verdict names; but only the systems that a case names, where it names some. Attempts are those
-- that it declares, else one where none came, without facts.unasked_attempts.
--
-- is_final_attempt is true on the last expected attempt of a case that the system never answered.
--
-- grain: run_id, system_id, case_id, attempt
-- for: facts.answers

create or replace view facts.missing_answers as

with run_cases as (
    select
        run_id,
        case_id
    from facts.cases
    union
    select
        run_id,
        case_id
    from facts.responses
    union
    select
        run_id,
        case_id
    from facts.verdicts
),

answering_systems as (
    select
        run_id,
        system_id
    from facts.responses
    group by all
    having not bool_and(has_readings_only)
),

run_systems as (
    select distinct
        run_id,
        declared_attempt_count,
        unnest(systems) as system_id
    from facts.runs
    union all
    select
        runs.run_id,
        runs.declared_attempt_count,
        answering_systems.system_id
    from facts.runs
    inner join answering_systems using (run_id)
    where coalesce(len(runs.systems), 0) = 0
),

run_attempts as (
    select
        run_id,
        system_id,
        declared_attempt_count,
        unnest(range(1, coalesce(declared_attempt_count, 1) + 1))::integer as attempt
    from run_systems
),

questions as (
    select
        run_attempts.run_id,
        run_attempts.system_id,
        run_cases.case_id,
        run_attempts.attempt,
        run_attempts.declared_attempt_count
    from run_attempts
    inner join run_cases using (run_id)
    left join facts.cases using (run_id, case_id)
    where coalesce(list_contains(cases.asked_systems, run_attempts.system_id), true)
),

answered_cases as (
    select
        run_id,
        system_id,
        case_id,
        true as is_answered
    from facts.responses
    where is_final_attempt
),

-- A filter on the run reaches what is joined from the left, but not what an anti join leaves out.
recorded_attempts as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        true as is_recorded
    from facts.responses
),

unasked_attempts as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        true as is_unasked
    from facts.unasked_attempts
)

select
    questions.run_id,
    questions.system_id,
    questions.case_id,
    questions.attempt,
    questions.attempt = coalesce(questions.declared_attempt_count, 1)
    and answered_cases.is_answered is null as is_final_attempt
from questions
left join answered_cases using (run_id, system_id, case_id)
left join recorded_attempts using (run_id, system_id, case_id, attempt)
left join unasked_attempts using (run_id, system_id, case_id, attempt)
where
    recorded_attempts.is_recorded is null
    and unasked_attempts.is_unasked is null
    and (
        answered_cases.is_answered is null
        or questions.declared_attempt_count is not null
    );
