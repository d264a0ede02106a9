-- Of three answers above 0.7, one is wrong: 1/3.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.71),
    ('r1', 'maia', 'c2', 'ok', 'wrong', null, false, 1.0),
    -- Half right is not wrong.
    ('r1', 'maia', 'c3', 'ok', 'right', 0.5, true, 0.9),
    -- Exactly 0.7 is not above it.
    ('r1', 'maia', 'c4', 'ok', 'wrong', null, false, 0.7),
    -- Abstained, not judged, or lost: no claim that failed.
    ('r1', 'maia', 'c5', 'ok', 'abstained', null, false, 0.9),
    ('r1', 'maia', 'c6', 'ok', 'undetermined', null, null, 0.9),
    ('r1', 'maia', 'c7', 'missing', null, null, false, null),
    ('r1', 'maia', 'c8', 'ok', 'error', null, null, 0.9),
    -- Never sure: not measured, which is not the same as never wrong.
    ('r1', 'modest', 'c1', 'ok', 'wrong', null, false, 0.6)
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

-- expect metrics.overconfidence_index
from (
    values
    ('maia', 'all', '', 3, 1, 1, 1, 1 / 3, 0.061491944720396, 0.792340399197952),
    ('modest', 'all', '', 0, 0, 0, 0, null, null, null),
    -- Logprob claims, but nothing with such confidence.
    ('both_kinds', 'all', 'confidence_kind=stated', 1, 1, 1, 0, 0, 0, 0.793450685622763),
    ('both_kinds', 'all', 'confidence_kind=logprob', 0, 1, 1, 0, null, null, null)
) as expected (
    system_id, slice_name, variant, scored_count, missing_count, error_count,
    unscored_count, overconfidence_index, ci_low, ci_high
);
