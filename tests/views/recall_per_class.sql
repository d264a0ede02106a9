-- Of two low readings one is found, of one high one none; the truth is never 0.

-- given facts.alignments
from (
    values
    ('r1', 'critic', 'p1', 1, 'power', null, -1, false, -0.9, null),
    ('r1', 'critic', 'p1', 2, 'power', null, -1, false, 0.0, null),
    ('r1', 'critic', 'p1', 3, 'power', null, 1, false, 0.2, null),
    -- A low week without an alignment is missing from its own class only.
    ('r1', 'critic', 'p1', 4, 'power', null, -1, false, null, null),
    -- A week of unknown truth may be of any class.
    ('r1', 'critic', 'p1', 5, 'power', null, null, false, 0.9, null),
    ('r1', 'critic', 'p1', 6, 'power', null, null, false, null, null)
) as given (
    run_id, system_id, persona_id, week, value_dim, severity, alignment_truth, is_bimodal,
    alignment, uncertainty
);

-- expect metrics.recall_per_class
from (
    values
    ('critic', 'all', 'class=-1', 2, 2, 0, 1, 0.5, null, null),
    ('critic', 'all', 'class=0', 0, 1, 0, 1, null, null, null),
    ('critic', 'all', 'class=1', 1, 1, 0, 1, 0, null, null)
) as expected (
    system_id, slice_name, variant, scored_count, missing_count, error_count, unscored_count,
    recall_per_class, ci_low, ci_high
);
