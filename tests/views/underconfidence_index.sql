-- Of three answers below 0.3, two are right: 2/3.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.29),
    ('r1', 'maia', 'c2', 'ok', 'wrong', null, false, 0.0),
    -- Half right is right.
    ('r1', 'maia', 'c3', 'ok', 'right', 0.5, true, 0.1),
    -- Exactly 0.3 is not below it.
    ('r1', 'maia', 'c4', 'ok', 'right', null, true, 0.3),
    -- Abstained, not judged, or lost: no doubt that proved needless.
    ('r1', 'maia', 'c5', 'ok', 'abstained', null, false, 0.1),
    ('r1', 'maia', 'c6', 'ok', null, null, null, 0.1),
    ('r1', 'maia', 'c7', 'missing', null, null, false, null),
    ('r1', 'maia', 'c8', 'error', null, null, null, null),
    -- Never in doubt.
    ('r1', 'bold', 'c1', 'ok', 'right', null, true, 0.9)
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

-- expect metrics.underconfidence_index
from (
    values
    ('maia', 'all', '', 3, 1, 1, 1, 2 / 3, 0.207659600802048, 0.938508055279604),
    ('bold', 'all', '', 0, 0, 0, 0, null, null, null),
    -- Both claim, neither in doubt.
    ('both_kinds', 'all', 'confidence_kind=stated', 0, 1, 1, 0, null, null, null),
    ('both_kinds', 'all', 'confidence_kind=logprob', 0, 1, 1, 0, null, null, null)
) as expected (
    system_id, slice_name, variant, scored_count, missing_count, error_count,
    unscored_count, underconfidence_index, ci_low, ci_high
);
