-- The lows of power are found and those of security not: 1/2. Class 0 is in one value only.

-- given facts.alignments
from (
    values
    -- Power: always right, and the truth varies: kappa 1.
    ('r1', 'critic', 'p1', 1, 'power', null, -1, false, -0.9, null),
    ('r1', 'critic', 'p1', 2, 'power', null, 1, false, 0.9, null),
    -- Security: one end for the other, always: kappa -1.
    ('r1', 'critic', 'p1', 1, 'security', null, 1, false, -0.9, null),
    ('r1', 'critic', 'p1', 2, 'security', null, -1, false, 0.9, null),
    -- Hedonism: its one reading is of class 0.
    ('r1', 'critic', 'p1', 1, 'hedonism', null, 0, false, 0.0, null),
    -- Tradition: nothing is known.
    ('r1', 'critic', 'p1', 1, 'tradition', null, null, false, 0.4, null),
    -- No truth of any value: no mean.
    ('r1', 'unsaid', 'p1', 1, 'power', null, null, false, 0.4, null)
) as given (
    run_id, system_id, persona_id, week, value_dim, severity, alignment_truth, is_bimodal,
    alignment, uncertainty
);

-- expect metrics.recall_per_class_macro
from (
    values
    ('critic', 'all', 'class=-1', 2, 0, 0, 2, 0.5, null, null),
    ('critic', 'all', 'class=0', 1, 0, 0, 3, 1, null, null),
    ('critic', 'all', 'class=1', 2, 0, 0, 2, 0.5, null, null),
    ('critic', 'is_bimodal', 'class=-1', 2, 0, 0, 2, 0.5, null, null),
    ('critic', 'is_bimodal', 'class=0', 1, 0, 0, 3, 1, null, null),
    ('critic', 'is_bimodal', 'class=1', 2, 0, 0, 2, 0.5, null, null),
    ('unsaid', 'all', 'class=-1', 0, 0, 0, 1, null, null, null),
    ('unsaid', 'all', 'class=0', 0, 0, 0, 1, null, null, null),
    ('unsaid', 'all', 'class=1', 0, 0, 0, 1, null, null, null),
    ('unsaid', 'is_bimodal', 'class=-1', 0, 0, 0, 1, null, null, null),
    ('unsaid', 'is_bimodal', 'class=0', 0, 0, 0, 1, null, null, null),
    ('unsaid', 'is_bimodal', 'class=1', 0, 0, 0, 1, null, null, null)
) as expected (
    system_id, slice_name, variant, scored_count, missing_count, error_count, unscored_count,
    recall_per_class_macro, ci_low, ci_high
);
