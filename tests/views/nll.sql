-- 0.5 said and right, 0.25 said and wrong: ln 2 and -ln 0.75.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.5, null),
    ('r1', 'maia', 'c2', 'ok', 'wrong', null, false, 0.25, null),
    -- Abstained, missing, lost, or not judged: no claim to hold against anything.
    ('r1', 'maia', 'c6', 'ok', 'abstained', null, false, 0.95, null),
    ('r1', 'maia', 'c7', 'missing', null, null, false, null, null),
    ('r1', 'maia', 'c8', 'ok', 'error', null, null, 0.9, null),
    ('r1', 'maia', 'c9', 'ok', null, null, null, 0.9, null),
    -- Certain and wrong: minus the logarithm of 2.220446049250313e-16, and not infinite.
    ('r1', 'sure', 'c1', 'ok', 'wrong', null, false, 1.0, null),
    -- Graded: 3/4 of the one side and 1/4 of the other.
    ('r1', 'graded', 'c1', 'ok', 'right', 0.75, true, 0.5, null),
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

-- expect metrics.nll
from (
    values
    ('maia', 'all', '', 2, 1, 1, 1, (ln(2) - ln(0.75)) / 2),
    ('sure', 'all', '', 1, 0, 0, 0, -ln(2.220446049250313e-16)),
    ('graded', 'all', '', 1, 0, 0, 0, ln(2)),
    ('both', 'all', 'confidence_kind=stated', 1, 1, 1, 0, 0),
    ('both', 'all', 'confidence_kind=logprob', 1, 1, 1, 0, ln(2)),
    ('silent', 'all', '', 0, 0, 0, 0, null)
) as expected (
    system_id, slice_name, variant, scored_count, missing_count, error_count, unscored_count,
    nll
);
