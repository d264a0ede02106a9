-- Of four values two have a kappa, 1 and -1: their mean is 0. A single persona has no interval.

-- given facts.alignments
from (
    values
    -- Power: always right, and the truth varies: kappa 1.
    ('r1', 'critic', 'p1', 1, 'power', null, -1, false, -0.9, null),
    ('r1', 'critic', 'p1', 2, 'power', null, 1, false, 0.9, null),
    -- Security: one end for the other, always: kappa -1.
    ('r1', 'critic', 'p1', 1, 'security', null, 1, false, -0.9, null),
    ('r1', 'critic', 'p1', 2, 'security', null, -1, false, 0.9, null),
    -- Hedonism: both name one class throughout, so there is no kappa.
    ('r1', 'critic', 'p1', 1, 'hedonism', null, 0, false, 0.0, null),
    -- Tradition: nothing is known.
    ('r1', 'critic', 'p1', 1, 'tradition', null, null, false, 0.4, null),
    -- No truth of any value: no mean.
    ('r1', 'unsaid', 'p1', 1, 'power', null, null, false, 0.4, null)
) as given (
    run_id, system_id, persona_id, week, value_dim, severity, alignment_truth, is_bimodal,
    alignment, uncertainty
);

-- expect metrics.qwk_macro
from (
    values
    ('critic', 'all', 'all', 2, 0, 0, 2, 0, null, null),
    ('critic', 'is_bimodal', 'false', 2, 0, 0, 2, 0, null, null),
    ('unsaid', 'all', 'all', 0, 0, 0, 1, null, null, null),
    ('unsaid', 'is_bimodal', 'false', 0, 0, 0, 1, null, null, null)
) as expected (
    system_id, slice_name, slice_value, scored_count, missing_count, error_count, unscored_count,
    qwk_macro, ci_low, ci_high
);
