-- Of 100, 200, 400 and 1000 ms the median lies half-way between 200 and 400.

-- given facts.responses
from (
    values
    ('r1', 'maia', 'c1', 1, true, 'ok', 200.0),
    -- An earlier attempt does not count: the last one of each case does.
    ('r1', 'maia', 'c2', 1, false, 'ok', 9000.0),
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

-- expect metrics.latency_ms_p50
from (
    values
    ('r1', 'maia', 4, 2, 1, 1, 300),
    ('r1', 'raw_llm', 1, 0, 0, 0, 70),
    ('r1', 'silent', 0, 0, 0, 1, null)
) as expected (
    run_id, system_id, scored_count, missing_count, error_count, unscored_count, latency_ms_p50
);
