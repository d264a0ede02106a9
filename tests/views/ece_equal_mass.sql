-- Of many's twelve answers the first two bins hold two each. In order: 0.1 wrong, 0.1 right; 0.15
-- wrong, 0.2 wrong; then each alone. The bins' absolute gaps, as sums: |0.2 - 1| = 0.8, 0.35, 0.3,
-- 0.4, 0.5, 0.4, 0.3, 0.2, 0.1, 0: together 3.35, over twelve.
-- Maia's four answers have a bin each: gaps of 0.7, 0.35, 0.1 and 1.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'ok', 'right', null, true, 0.3, null),
    ('r1', 'maia', 'c2', 'ok', 'wrong', null, false, 0.35, null),
    ('r1', 'maia', 'c3', 'ok', 'right', null, true, 0.9, null),
    ('r1', 'maia', 'c4', 'ok', 'wrong', null, false, 1.0, null),
    -- Abstained, missing, lost, or not judged: no claim to hold against anything.
    ('r1', 'maia', 'c6', 'ok', 'abstained', null, false, 0.95, null),
    ('r1', 'maia', 'c7', 'missing', null, null, false, null, null),
    ('r1', 'maia', 'c8', 'ok', 'error', null, null, 0.9, null),
    ('r1', 'maia', 'c9', 'ok', null, null, null, 0.9, null),
    ('r1', 'many', 'd00', 'ok', 'wrong', null, false, 0.1, null),
    ('r1', 'many', 'd01', 'ok', 'right', null, true, 0.1, null),
    ('r1', 'many', 'd02', 'ok', 'wrong', null, false, 0.2, null),
    ('r1', 'many', 'd03', 'ok', 'wrong', null, false, 0.3, null),
    ('r1', 'many', 'd04', 'ok', 'wrong', null, false, 0.4, null),
    ('r1', 'many', 'd05', 'ok', 'right', null, true, 0.5, null),
    ('r1', 'many', 'd06', 'ok', 'right', null, true, 0.6, null),
    ('r1', 'many', 'd07', 'ok', 'right', null, true, 0.7, null),
    ('r1', 'many', 'd08', 'ok', 'right', null, true, 0.8, null),
    ('r1', 'many', 'd09', 'ok', 'right', null, true, 0.9, null),
    ('r1', 'many', 'd10', 'ok', 'right', null, true, 1.0, null),
    ('r1', 'many', 'd11', 'ok', 'wrong', null, false, 0.15, null),
    -- A graded score counts as it stands: 0.8 said, 0.75 reached.
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

-- expect metrics.ece_equal_mass
from (
    values
    ('maia', 'all', '', 4, 1, 1, 1, 2.15 / 4),
    ('many', 'all', '', 12, 0, 0, 0, 3.35 / 12),
    ('graded', 'all', '', 1, 0, 0, 0, 0.05),
    ('both', 'all', 'confidence_kind=stated', 1, 1, 1, 0, 0),
    ('both', 'all', 'confidence_kind=logprob', 1, 1, 1, 0, 0.5),
    ('silent', 'all', '', 0, 0, 0, 0, null)
) as expected (
    system_id, slice_name, variant, scored_count, missing_count, error_count, unscored_count,
    ece_equal_mass
);
