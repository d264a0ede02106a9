-- From the surest down: right, then one right and one wrong of which neither comes first, wrong,
-- wrong. The error to expect among the first k is 0, 1/4, 1/3, 2/4, 3/5.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.9, null),
    -- Two that are tied: the first of them is wrong in half of their orders.
    ('r1', 'maia', 'c3', 'ok', 'wrong', null, false, 0.8, null),
    ('r1', 'maia', 'c2', 'ok', 'right', null, true, 0.8, null),
    ('r1', 'maia', 'c4', 'ok', 'wrong', null, false, 0.5, null),
    ('r1', 'maia', 'c5', 'ok', 'wrong', null, false, 0.1, null),
    -- Abstained, missing, lost, or not judged: no claim to hold against anything.
    ('r1', 'maia', 'c6', 'ok', 'abstained', null, false, 0.95, null),
    ('r1', 'maia', 'c7', 'missing', null, null, false, null, null),
    ('r1', 'maia', 'c8', 'ok', 'error', null, null, 0.9, null),
    ('r1', 'maia', 'c9', 'ok', null, null, null, 0.9, null),
    -- A graded answer errs by what it lacks.
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

-- given facts.scored
from (
    values
    -- Attempts of one case weigh half each: half a case right, then one and a half, then two.
    ('r1', 'repeated', 'c1', 1, 'ok', 'right', true, 0.9),
    ('r1', 'repeated', 'c2', 1, 'ok', 'wrong', false, 0.8),
    ('r1', 'repeated', 'c1', 2, 'ok', 'wrong', false, 0.7)
) as given (run_id, system_id, case_id, attempt, status, outcome, is_right, confidence);

-- expect metrics.aurc
from (
    values
    ('maia', 'all', '', 5, 1, 1, 1, (1 / 4 + 1 / 3 + 2 / 4 + 3 / 5) / 5),
    ('graded', 'all', '', 1, 0, 0, 0, 0.25),
    ('both', 'all', 'confidence_kind=stated', 1, 1, 1, 0, 0),
    ('both', 'all', 'confidence_kind=logprob', 1, 1, 1, 0, 1),
    ('repeated', 'all', '', 2, 0, 0, 0, (0.5 * 0 + 1 / 1.5 + 0.5 * 1.5 / 2) / 2),
    ('silent', 'all', '', 0, 0, 0, 0, null)
) as expected (
    system_id, slice_name, variant, scored_count, missing_count, error_count, unscored_count,
    aurc
);
