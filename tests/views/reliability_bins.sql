-- The answers of ece's twin, bin by bin: only bins that hold an answer have a row.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c0', 'ok', 'wrong', null, false, 0.0),
    -- On edges that binary fractions miss: 0.3 and 0.7 open their bins.
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.3),
    ('r1', 'maia', 'c2', 'ok', 'wrong', null, false, 0.35),
    ('r1', 'maia', 'c3', 'ok', 'right', 0.5, true, 0.7),
    -- The last bin is closed.
    ('r1', 'maia', 'c4', 'ok', 'right', null, true, 0.9),
    ('r1', 'maia', 'c5', 'ok', 'wrong', null, false, 1.0),
    -- Claims nothing, or cannot be held against a verdict.
    ('r1', 'maia', 'c6', 'ok', 'abstained', null, false, 0.55),
    ('r1', 'maia', 'c7', 'ok', 'right', null, true, null),
    ('r1', 'maia', 'c8', 'ok', null, null, null, 0.45)
) as given (run_id, system_id, case_id, status, outcome, score, is_right, confidence);

-- given facts.scored
from (
    values
    -- Claims of another kind are a row of their own; what claims nothing counts in both.
    ('r1', 'both_kinds', 'c1', 'ok', 'right', null, true, 1.0, 'stated'),
    ('r1', 'both_kinds', 'c2', 'ok', 'wrong', null, false, 0.5, 'logprob'),
    ('r1', 'both_kinds', 'c3', 'missing', null, null, false, null, null),
    ('r1', 'both_kinds', 'c4', 'ok', 'error', null, null, 0.5, 'vote'),
    ('r1', 'both_kinds', 'c5', 'ok', 'abstained', null, false, 0.5, 'stated')
) as given (
    run_id, system_id, case_id, status, outcome, score, is_right, confidence, confidence_kind
);

-- expect metrics.reliability_bins
from (
    values
    ('maia', 'all', '', 0, 0, 0.1, 1, 0, 0, 0, 0, 0.793450685622763),
    ('maia', 'all', '', 3, 0.3, 0.4, 2, 0.325, 0.5, -0.175, 0.094531205734231, 0.905468794265769),
    -- One graded answer, a half: the interval is that of half a success in one trial.
    ('maia', 'all', '', 7, 0.7, 0.8, 1, 0.7, 0.5, 0.2, 0.054620755528852, 0.945379244471148),
    ('maia', 'all', '', 9, 0.9, 1, 2, 0.95, 0.5, 0.45, 0.094531205734231, 0.905468794265769),
    ('both_kinds', 'all', 'confidence_kind=stated', 9, 0.9, 1, 1, 1, 1, 0, 0.206549314377237, 1),
    (
        'both_kinds', 'all', 'confidence_kind=logprob', 5, 0.5, 0.6, 1, 0.5, 0, 0.5,
        0, 0.793450685622763
    )
) as expected (
    system_id, slice_name, variant, bin_index, bin_low, bin_high, bin_count,
    mean_confidence, mean_correctness, gap, ci_low, ci_high
);
