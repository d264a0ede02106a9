-- 0.25 + 0.5 + 0.125 + 0 dollars: every attempt is paid for, and two do not say what they cost.

-- given facts.responses
from (
    values
    -- Both attempts at a case cost something.
    ('r1', 'maia', 'c1', 1, false, 'ok', 0.25),
    ('r1', 'maia', 'c1', 2, true, 'ok', 0.5),
    -- A failure that states its cost counts; it is not lost.
    ('r1', 'maia', 'c2', 1, true, 'error', 0.125),
    -- Missing at no cost is stated; 0 is a cost.
    ('r1', 'maia', 'c3', 1, true, 'missing', 0.0),
    -- A failure and an answer without a stated cost.
    ('r1', 'maia', 'c4', 1, true, 'error', null),
    ('r1', 'maia', 'c5', 1, true, 'ok', null),
    -- Nothing stated, nothing known: not 0.
    ('r1', 'silent', 'c1', 1, true, 'ok', null)
) as given (run_id, system_id, case_id, attempt, is_final_attempt, status, cost_usd);

-- expect metrics.cost_usd_total
from (
    values
    ('r1', 'maia', 4, 1, 1, 1, 6, 2, 2, 0.875),
    ('r1', 'silent', 0, 0, 0, 1, 1, 1, 1, null)
) as expected (
    run_id, system_id,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count, unstated_count, cost_usd_total
);
