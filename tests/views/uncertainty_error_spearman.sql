-- Ranks of 1, 2, 3 and 4 against 1, 2.5, 2.5 and 4: 4.5 / sqrt(5 * 4.5).

-- given facts.alignments
from (
    values
    ('r1', 'critic', 'p1', 1, 'power', null, 1, false, 1.0, 0.0),
    ('r1', 'critic', 'p1', 2, 'power', null, 1, false, 0.5, 1.0),
    ('r1', 'critic', 'p1', 3, 'power', null, -1, false, -0.5, 2.0),
    ('r1', 'critic', 'p1', 4, 'power', null, 0, false, 1.0, 3.0),
    -- Without an uncertainty, an alignment or a truth there is no pair, and no rank.
    ('r1', 'critic', 'p1', 5, 'power', null, 0, false, 0.75, null),
    ('r1', 'critic', 'p1', 6, 'power', null, 0, false, null, 0.5),
    ('r1', 'critic', 'p1', 7, 'power', null, null, false, 0.75, 1.5),
    -- Always equally sure, or always equally wrong.
    ('r1', 'same uncertainty', 'p1', 1, 'power', null, 1, false, 1.0, 0.1),
    ('r1', 'same uncertainty', 'p1', 2, 'power', null, 1, false, 0.5, 0.1),
    ('r1', 'same uncertainty', 'p1', 3, 'power', null, 1, false, 0.3, 0.1),
    ('r1', 'same error', 'p1', 1, 'power', null, 1, false, 0.5, 0.1),
    ('r1', 'same error', 'p1', 2, 'power', null, -1, false, -0.5, 0.2),
    -- Two pairs are always in line; an interval needs four.
    ('r1', 'two', 'p1', 1, 'power', null, 1, false, 0.5, 0.1),
    ('r1', 'two', 'p1', 2, 'power', null, -1, false, -1.0, 0.2),
    ('r1', 'one', 'p1', 1, 'power', null, 1, false, 0.5, 0.1)
) as given (
    run_id, system_id, persona_id, week, value_dim, severity, alignment_truth, is_bimodal,
    alignment, uncertainty
);

-- expect metrics.uncertainty_error_spearman
from (
    values
    ('critic', 'all', 4, 1, 0, 2, sqrt(0.9), -0.49424554429978546, 0.9995306673519048),
    ('same uncertainty', 'all', 3, 0, 0, 0, null, null, null),
    ('same error', 'all', 2, 0, 0, 0, null, null, null),
    ('two', 'all', 2, 0, 0, 0, -1, null, null),
    ('one', 'all', 1, 0, 0, 0, null, null, null)
) as expected (
    system_id, slice_name, scored_count, missing_count, error_count, unscored_count,
    uncertainty_error_spearman, ci_low, ci_high
);
