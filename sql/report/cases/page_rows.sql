-- The attempts of one run in the order of the page: of what was scored, answered or counted.
--
-- Systems stand beside each other in a case, so that its prompt is compressed but once.
--
-- grain: row_id

create or replace temp table page_rows as

with known_attempts as (
    select system_id, case_id, attempt
    from facts.scored
    where run_id = $run_id
    union
    select system_id, case_id, attempt
    from facts.responses
    where run_id = $run_id
),

counted_attempts as (
    select distinct
        page_counted.system_id,
        page_counted.case_id,
        coalesce(page_counted.attempt, 1) as attempt
    from page_counted
    left join known_attempts
        on
            page_counted.system_id = known_attempts.system_id
            and page_counted.case_id = known_attempts.case_id
            and coalesce(page_counted.attempt, known_attempts.attempt) = known_attempts.attempt
    where
        page_counted.case_id is not null
        and known_attempts.case_id is null
),

attempts as (
    select system_id, case_id, attempt from known_attempts
    union all
    select system_id, case_id, attempt from counted_attempts
)

select
    (row_number() over (order by case_id, system_id, attempt) - 1)::integer as row_id,
    (dense_rank() over (order by case_id) - 1)::integer as case_number,
    system_id,
    case_id,
    attempt
from attempts
