-- Of six pairs of a right and a wrong answer the right one is surer in three (0.9 twice, 0.7 over
-- 0.6), tied in one and less sure in two: 3.5 / 6.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.9, null),
    -- A tie of a right and a wrong answer.
    ('r1', 'maia', 'c2', 'ok', 'right', null, true, 0.7, null),
    ('r1', 'maia', 'c3', 'ok', 'wrong', null, false, 0.7, null),
    -- A wrong answer surer than a right one.
    ('r1', 'maia', 'c4', 'ok', 'wrong', null, false, 0.6, null),
    ('r1', 'maia', 'c5', 'ok', 'right', null, true, 0.2, null),
    -- Abstained, missing, lost, or not judged: no claim to hold against anything.
    ('r1', 'maia', 'c6', 'ok', 'abstained', null, false, 0.95, null),
    ('r1', 'maia', 'c7', 'missing', null, null, false, null, null),
    ('r1', 'maia', 'c8', 'ok', 'error', null, null, 0.9, null),
    ('r1', 'maia', 'c9', 'ok', null, null, null, 0.9, null),
    -- All right: nothing to tell apart.
    ('r1', 'right', 'c1', 'ok', 'right', null, true, 0.9, null),
    ('r1', 'right', 'c2', 'ok', 'right', null, true, 0.4, null),
    -- All wrong.
    ('r1', 'wrong', 'c1', 'ok', 'wrong', null, false, 0.9, null),
    -- A score of one half is right, one below it is wrong.
    ('r1', 'graded', 'c1', 'ok', 'right', 0.5, true, 0.8, null),
    ('r1', 'graded', 'c2', 'ok', 'wrong', 0.49, false, 0.2, null),
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

-- expect metrics.auroc_confidence
from (
    values
    ('maia', 'all', '', 5, 1, 1, 1, 3.5 / 6),
    ('right', 'all', '', 2, 0, 0, 0, null),
    ('wrong', 'all', '', 1, 0, 0, 0, null),
    ('graded', 'all', '', 2, 0, 0, 0, 1),
    ('both', 'all', 'confidence_kind=stated', 1, 1, 1, 0, null),
    ('both', 'all', 'confidence_kind=logprob', 1, 1, 1, 0, null),
    ('silent', 'all', '', 0, 0, 0, 0, null)
) as expected (
    system_id, slice_name, variant, scored_count, missing_count, error_count, unscored_count,
    auroc_confidence
);
