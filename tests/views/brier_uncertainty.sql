-- Three of four are right: 3/4 times 1/4.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.3, null),
    ('r1', 'maia', 'c2', 'ok', 'wrong', null, false, 0.35, null),
    ('r1', 'maia', 'c3', 'ok', 'right', null, true, 0.9, null),
    ('r1', 'maia', 'c4', 'ok', 'right', null, true, 1.0, null),
    -- Abstained, missing, lost, or not judged: no claim to hold against anything.
    ('r1', 'maia', 'c6', 'ok', 'abstained', null, false, 0.95, null),
    ('r1', 'maia', 'c7', 'missing', null, null, false, null, null),
    ('r1', 'maia', 'c8', 'ok', 'error', null, null, 0.9, null),
    ('r1', 'maia', 'c9', 'ok', null, null, null, 0.9, null),
    -- Graded answers vary less than 1/2 times 1/2: 1/4 from their mean, squared.
    ('r1', 'graded', 'c1', 'ok', 'right', 0.75, true, 0.8, null),
    ('r1', 'graded', 'c2', 'ok', 'wrong', 0.25, false, 0.2, null),
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

-- expect metrics.brier_uncertainty
from (
    values
    ('maia', 'all', '', 4, 1, 1, 1, 0.1875),
    ('graded', 'all', '', 2, 0, 0, 0, 0.0625),
    ('both', 'all', 'confidence_kind=stated', 1, 1, 1, 0, 0),
    ('both', 'all', 'confidence_kind=logprob', 1, 1, 1, 0, 0),
    ('silent', 'all', '', 0, 0, 0, 0, null)
) as expected (
    system_id, slice_name, variant, scored_count, missing_count, error_count, unscored_count,
    brier_uncertainty
);
