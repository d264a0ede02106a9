-- Sessions in the order in which they began, and the gap of all claims up to each.

-- given facts.cases
from (
    values
    ('r1', 'c1', 'second'),
    ('r1', 'c2', 'first'),
    ('r1', 'c3', 'first'),
    ('r1', 'c4', null),
    ('r1', 'c5', 'unclaimed')
) as given (run_id, case_id, session_id);

-- given facts.case_attributes
from (
    values
    ('r1', 'c1', 'session', 'second'),
    ('r1', 'c2', 'session', 'first'),
    ('r1', 'c3', 'session', 'first'),
    ('r1', 'c5', 'session', 'unclaimed')
) as given (run_id, case_id, name, value);

-- given facts.responses
from (
    values
    ('r1', 'maia', 'c1', timestamp '2026-01-02 00:00:05'),
    ('r1', 'maia', 'c2', timestamp '2026-01-02 00:00:01'),
    ('r1', 'maia', 'c3', timestamp '2026-01-02 00:00:09'),
    ('r1', 'maia', 'c4', timestamp '2026-01-02 00:00:00'),
    ('r1', 'maia', 'c5', timestamp '2026-01-02 00:00:03')
) as given (run_id, system_id, case_id, occurred_at);

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'ok', 'wrong', false, 0.75),
    ('r1', 'maia', 'c2', 'ok', 'right', true, 0.5),
    ('r1', 'maia', 'c3', 'ok', 'wrong', false, 1.0),
    ('r1', 'maia', 'c4', 'ok', 'wrong', false, 1.0),
    ('r1', 'maia', 'c5', 'ok', 'right', true, null)
) as given (run_id, system_id, case_id, status, outcome, is_right, confidence);

-- expect metrics.calibration_by_session
from (
    values
    ('maia', 'first', 1, 2, 0.75, 0.5, 0.25, 0.75, 0.25),
    ('maia', 'second', 3, 1, 0.75, 0.0, 0.75, 0.75, 0.4166666666666667)
) as expected (
    system_id, slice_value, session_number, claim_count, mean_confidence, mean_correctness, gap,
    ece, running_gap
);
