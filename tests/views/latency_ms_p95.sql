-- Of 100, 200, 300, 400 and 1000 ms place 0.95 * 4 = 3.8 lies 80 % of the way from 400 to 1000.

-- given facts.responses
from (
    values
    ('r1', 'maia', 'c1', 1, false, 'ok', 200.0),
    -- An attempt that failed leaves the other of its case in.
    ('r1', 'maia', 'c1', 2, true, 'error', 9000.0),
    -- Both attempts at a case count; the case counts once.
    ('r1', 'maia', 'c2', 1, false, 'ok', 300.0),
    ('r1', 'maia', 'c2', 2, true, 'ok', 100.0),
    -- An answer that cannot be parsed took its time all the same.
    ('r1', 'maia', 'c3', 1, true, 'unparsable', 400.0),
    -- So did waiting for one that never came.
    ('r1', 'maia', 'c4', 1, true, 'missing', 1000.0),
    -- A failure tells nothing of how long an answer takes.
    ('r1', 'maia', 'c5', 1, true, 'error', 5.0),
    -- Came, and does not say when; was missing, and does not say how long.
    ('r1', 'maia', 'c6', 1, true, 'ok', null),
    ('r1', 'maia', 'c7', 1, true, 'missing', null),
    -- One latency is every percentile.
    ('r1', 'raw_llm', 'c1', 1, true, 'ok', 70.0),
    -- Nothing stated, nothing known.
    ('r1', 'silent', 'c1', 1, true, 'ok', null)
) as given (run_id, system_id, case_id, attempt, is_final_attempt, status, latency_ms);

-- expect metrics.latency_ms_p95
from (
    values
    ('r1', 'maia', 4, 2, 1, 1, 9, 3, 880),
    ('r1', 'raw_llm', 1, 0, 0, 0, 1, 0, 70),
    ('r1', 'silent', 0, 0, 0, 1, 1, 1, null)
) as expected (
    run_id, system_id,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count, latency_ms_p95
);
