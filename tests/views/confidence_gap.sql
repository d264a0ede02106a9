-- Two answers claim 0.9 and one of them is right: 0.9 claimed, 0.5 earned.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.9),
    ('r1', 'maia', 'c2', 'ok', 'wrong', null, false, 0.9),
    -- States no confidence, abstains, or was not judged: not counted.
    ('r1', 'maia', 'c3', 'ok', 'right', null, true, null),
    ('r1', 'maia', 'c4', 'ok', 'abstained', null, false, 0.2),
    ('r1', 'maia', 'c5', 'ok', 'unscored', null, null, 0.1),
    ('r1', 'maia', 'c6', 'error', null, null, null, null),
    ('r1', 'maia', 'c7', 'missing', null, null, false, null),
    -- Knows more than it claims: below zero.
    ('r1', 'modest', 'c1', 'ok', 'right', 0.75, true, 0.25),
    -- Gaps of opposite sign cancel.
    ('r1', 'both', 'c1', 'ok', 'right', null, true, 0.5),
    ('r1', 'both', 'c2', 'ok', 'wrong', null, false, 0.5),
    ('r1', 'silent', 'c1', 'missing', null, null, false, null)
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

-- expect metrics.confidence_gap
from (
    values
    ('r1', 'maia', 'all', '', 2, 1, 1, 1, 0.4),
    ('r1', 'modest', 'all', '', 1, 0, 0, 0, -0.5),
    ('r1', 'both', 'all', '', 2, 0, 0, 0, 0),
    ('r1', 'silent', 'all', '', 0, 1, 0, 0, null),
    ('r1', 'both_kinds', 'all', 'confidence_kind=stated', 1, 1, 1, 0, 0),
    ('r1', 'both_kinds', 'all', 'confidence_kind=logprob', 1, 1, 1, 0, 0.5)
) as expected (
    run_id, system_id, slice_name, variant,
    scored_count, missing_count, error_count, unscored_count, confidence_gap
);
