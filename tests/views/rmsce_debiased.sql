-- Bin 3 holds 0.3 twice, one right: gap 0.2, squared 0.04, less 0.25 / 1: -0.21 for two of five.
-- Bin 9 holds 0.9 and 1.0, both wrong: gap 0.95, squared 0.9025, less 0: for two of five.
-- Bin 5 holds one answer: no gap, yet its weight. Together (-0.42 + 1.805) / 5 under the root.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.3, null),
    ('r1', 'maia', 'c2', 'ok', 'wrong', null, false, 0.3, null),
    -- The last bin is closed: 1.0 stands beside 0.9, not alone in an eleventh bin.
    ('r1', 'maia', 'c3', 'ok', 'wrong', null, false, 0.9, null),
    ('r1', 'maia', 'c4', 'ok', 'wrong', null, false, 1.0, null),
    -- Alone in its bin: off by 0.5, and not seen.
    ('r1', 'maia', 'c5', 'ok', 'right', null, true, 0.5, null),
    -- Abstained, missing, lost, or not judged: no claim to hold against anything.
    ('r1', 'maia', 'c6', 'ok', 'abstained', null, false, 0.95, null),
    ('r1', 'maia', 'c7', 'missing', null, null, false, null, null),
    ('r1', 'maia', 'c8', 'ok', 'error', null, null, 0.9, null),
    ('r1', 'maia', 'c9', 'ok', null, null, null, 0.9, null),
    -- Graded: 0.7 said, 0.5 reached, taken to vary like a yes or no: 0.04 - 0.25 is below zero.
    ('r1', 'graded', 'c1', 'ok', 'right', 0.5, true, 0.7, null),
    ('r1', 'graded', 'c2', 'ok', 'right', 0.5, true, 0.7, null),
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

-- expect metrics.rmsce_debiased
from (
    values
    ('maia', 'all', '', 5, 1, 1, 1, sqrt(1.385 / 5)),
    ('graded', 'all', '', 2, 0, 0, 0, 0),
    ('both', 'all', 'confidence_kind=stated', 1, 1, 1, 0, null),
    ('both', 'all', 'confidence_kind=logprob', 1, 1, 1, 0, null),
    ('silent', 'all', '', 0, 0, 0, 0, null)
) as expected (
    system_id, slice_name, variant, scored_count, missing_count, error_count, unscored_count,
    rmsce_debiased
);
