-- Two of four readings name the true class; the edges -0.5 and 0.5 are class 0.

-- given facts.alignments
from (
    values
    ('r1', 'critic', 'p1', 1, 'power', null, 1, false, 0.6, null),
    ('r1', 'critic', 'p1', 2, 'power', null, 0, false, -0.5, null),
    -- Near, and not in the class.
    ('r1', 'critic', 'p1', 3, 'power', null, 1, false, 0.5, null),
    ('r1', 'critic', 'p1', 1, 'security', null, -1, false, 0.0, null),
    -- Nothing read, and nothing to hold it against.
    ('r1', 'critic', 'p1', 2, 'security', null, -1, false, null, null),
    ('r1', 'critic', 'p1', 3, 'security', null, null, false, -0.9, null)
) as given (
    run_id, system_id, persona_id, week, value_dim, severity, alignment_truth, is_bimodal,
    alignment, uncertainty
);

-- expect metrics.critic_accuracy
from (
    values
    ('critic', 'all', 'all', 4, 1, 0, 1, 0.5, null, null),
    ('critic', 'value_dim', 'power', 3, 0, 0, 0, 2 / 3, null, null),
    ('critic', 'value_dim', 'security', 1, 1, 0, 1, 0, null, null)
) as expected (
    system_id, slice_name, slice_value, scored_count, missing_count, error_count, unscored_count,
    critic_accuracy, ci_low, ci_high
);
