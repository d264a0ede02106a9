-- Bin 3 holds 0.3 and 0.35: confidence 0.325, correctness 0.5, gap 0.175.
-- Bin 9 holds 0.9 and 1.0: confidence 0.95, correctness 0.5, gap 0.45.
-- Half the answers in each: the root of (0.175^2 + 0.45^2) / 2.

-- given facts.scored
from (
    values
    -- On an edge: 0.3 falls into [0.3, 0.4). Were it below, the two would not share a bin.
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.3, null),
    ('r1', 'maia', 'c2', 'ok', 'wrong', null, false, 0.35, null),
    -- The last bin is closed: 1.0 stands beside 0.9, not in an eleventh bin.
    ('r1', 'maia', 'c3', 'ok', 'right', null, true, 0.9, null),
    ('r1', 'maia', 'c4', 'ok', 'wrong', null, false, 1.0, null),
    -- Abstained, missing, lost, or not judged: no claim to hold against anything.
    ('r1', 'maia', 'c6', 'ok', 'abstained', null, false, 0.95, null),
    ('r1', 'maia', 'c7', 'missing', null, null, false, null, null),
    ('r1', 'maia', 'c8', 'ok', 'error', null, null, 0.9, null),
    ('r1', 'maia', 'c9', 'ok', null, null, null, 0.9, null),
    -- A graded score counts as it stands: 0.8 said, 0.75 reached.
    ('r1', 'graded', 'c1', 'ok', 'right', 0.75, true, 0.8, null),
    -- Claims of another kind are a row of their own; what claims nothing counts in both.
    ('r1', 'both', 'c1', 'ok', 'right', null, true, 1.0, 'stated'),
    ('r1', 'both', 'c2', 'ok', 'wrong', null, false, 0.5, 'logprob'),
    ('r1', 'both', 'c3', 'missing', null, null, false, null, null),
    ('r1', 'both', 'c4', 'ok', 'error', null, null, 0.5, 'vote'),
    -- No answer claims anything: there is a row, and no value.
    ('r1', 'silent', 'c1', 'ok', 'right', null, true, null, null),
    ('r1', 'silent', 'c2', 'ok', 'abstained', null, false, 0.9, 'stated')
) as given (
    run_id, system_id, case_id, status, outcome, score, is_right, confidence, confidence_kind
);

-- expect metrics.rmsce
from (
    values
    ('maia', 'all', '', 4, 1, 1, 1, sqrt((0.030625 + 0.2025) / 2)),
    ('graded', 'all', '', 1, 0, 0, 0, 0.05),
    ('both', 'all', 'confidence_kind=stated', 1, 1, 1, 0, 0),
    ('both', 'all', 'confidence_kind=logprob', 1, 1, 1, 0, 0.5),
    ('silent', 'all', '', 0, 0, 0, 0, null)
) as expected (
    system_id, slice_name, variant, scored_count, missing_count, error_count, unscored_count,
    rmsce
);
