-- Errors of 0.98, 0.5 and 0 against 0.98, 0.49 and 0: two of three are within.

-- given facts.alignments
from (
    values
    -- On the edge of 1.96 uncertainties is within.
    ('r1', 'critic', 'p1', 1, 'power', null, 1, false, 0.02, 0.5),
    ('r1', 'critic', 'p1', 2, 'power', null, 1, false, 0.5, 0.25),
    -- Sure, and right to be.
    ('r1', 'critic', 'p1', 3, 'power', null, 1, false, 1.0, 0.0),
    -- Without an uncertainty, an alignment or a truth there is nothing to cover.
    ('r1', 'critic', 'p1', 4, 'power', null, 1, false, 1.0, null),
    ('r1', 'critic', 'p1', 5, 'power', null, 1, false, null, 0.5),
    ('r1', 'critic', 'p1', 6, 'power', null, null, false, 1.0, 0.5)
) as given (
    run_id, system_id, persona_id, week, value_dim, severity, alignment_truth, is_bimodal,
    alignment, uncertainty
);

-- expect metrics.uncertainty_coverage
from (
    values
    ('critic', 'all', 3, 1, 0, 2, 2 / 3, null, null)
) as expected (
    system_id, slice_name, scored_count, missing_count, error_count, unscored_count,
    uncertainty_coverage, ci_low, ci_high
);
