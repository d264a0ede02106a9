-- Each case once for each number k of attempts that could be drawn from those that count.
--
-- drawn_count is 1, 2, 5 or 10. A case with fewer attempts than that is left out (is_left_out):
-- is_failed where errors are what it lacks.
--
-- grain: run_id, system_id, case_id, validator_id, slice_name, slice_value, drawn_count
-- for: metrics

create or replace view facts.drawn_attempts as

with draws as (
    select unnest(macros.k()) as drawn_count
)

select
    attempted_cases.*,
    draws.drawn_count,
    'k=' || draws.drawn_count as variant,
    attempted_cases.attempt_count < draws.drawn_count as is_left_out,
    attempted_cases.attempt_count < draws.drawn_count
    and attempted_cases.attempt_count + attempted_cases.error_attempt_count >= draws.drawn_count
        as is_failed
from facts.attempted_cases
cross join draws;
