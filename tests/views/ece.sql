-- Bin 3 holds 0.3 and 0.35: confidence 0.325, correctness 0.5, gap 0.175 for two of four answers.
-- Bin 9 holds 0.9 and 1.0: confidence 0.95, correctness 0.5, gap 0.45. Together 0.3125.

-- given facts.scored
from (
    values
    -- On an edge: 0.3 falls into [0.3, 0.4). Were it below, the two would not share a bin.
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.3),
    ('r1', 'maia', 'c2', 'ok', 'wrong', null, false, 0.35),
    -- The last bin is closed: 1.0 stands beside 0.9, not in an eleventh bin.
    ('r1', 'maia', 'c3', 'ok', 'right', null, true, 0.9),
    ('r1', 'maia', 'c4', 'ok', 'wrong', null, false, 1.0),
    -- Who abstains claims nothing, and who states no confidence neither.
    ('r1', 'maia', 'c5', 'ok', 'abstained', null, false, 0.95),
    ('r1', 'maia', 'c6', 'ok', 'right', null, true, null),
    ('r1', 'maia', 'c7', 'unparsable', null, null, false, null),
    -- Missing, lost to an error, and without a verdict: no claim to hold against anything.
    ('r1', 'maia', 'c8', 'missing', null, null, false, null),
    ('r1', 'maia', 'c9', 'ok', 'error', null, null, 0.9),
    ('r1', 'maia', 'c10', 'ok', null, null, null, 0.9),
    -- A graded score counts as it stands: 0.8 said, 0.75 reached.
    ('r1', 'graded', 'c1', 'ok', 'right', 0.75, true, 0.8),
    -- No answer of silent states a confidence: there is a row, and no value.
    ('r1', 'silent', 'c1', 'ok', 'right', null, true, null)
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

-- expect metrics.ece
from (
    values
    ('r1', 'maia', 'all', 'all', '', 4, 1, 1, 1, 3, 0.3125),
    ('r1', 'graded', 'all', 'all', '', 1, 0, 0, 0, 0, 0.05),
    ('r1', 'silent', 'all', 'all', '', 0, 0, 0, 0, 1, null),
    ('r1', 'both_kinds', 'all', 'all', 'confidence_kind=stated', 1, 1, 1, 0, 1, 0),
    ('r1', 'both_kinds', 'all', 'all', 'confidence_kind=logprob', 1, 1, 1, 0, 1, 0.5)
) as expected (
    run_id, system_id, slice_name, slice_value, variant,
    scored_count, missing_count, error_count, unscored_count, unclaimed_count, ece
);
