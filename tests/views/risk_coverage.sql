-- From the surest down: right, two tied of which one is wrong, wrong, wrong: a step for each
-- answer.

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

-- expect metrics.risk_coverage
from (
    values
    ('maia', 'all', '', 1, 5, 0.2, 0.9, 0),
    ('maia', 'all', '', 2, 5, 0.4, 0.8, 0.25),
    ('maia', 'all', '', 3, 5, 0.6, 0.8, 1 / 3),
    ('maia', 'all', '', 4, 5, 0.8, 0.5, 0.5),
    ('maia', 'all', '', 5, 5, 1, 0.1, 0.6),
    -- Silent claims nothing, so it has no curve.
    ('both', 'all', 'confidence_kind=stated', 1, 1, 1, 1, 0),
    ('both', 'all', 'confidence_kind=logprob', 1, 1, 1, 0.5, 1)
) as expected (
    system_id, slice_name, variant, answer_count, scored_count, coverage, lowest_confidence,
    selective_risk
);
