-- Four readings in nine cells; a value is a table of its own.

-- given facts.alignments
from (
    values
    ('r1', 'critic', 'p1', 1, 'power', null, -1, false, -0.9, null),
    ('r1', 'critic', 'p1', 2, 'power', null, -1, false, -0.6, null),
    ('r1', 'critic', 'p1', 3, 'power', null, 1, false, -0.6, null),
    ('r1', 'critic', 'p1', 1, 'security', null, 0, false, 0.51, null),
    -- In no cell: nothing read, or nothing known.
    ('r1', 'critic', 'p1', 2, 'security', null, 0, false, null, null),
    ('r1', 'critic', 'p1', 3, 'security', null, null, false, 0.5, null)
) as given (
    run_id, system_id, persona_id, week, value_dim, severity, alignment_truth, is_bimodal,
    alignment, uncertainty
);

-- expect metrics.critic_confusion
from (
    values
    ('critic', 'all', 'all', -1, -1, 2),
    ('critic', 'all', 'all', -1, 0, 0),
    ('critic', 'all', 'all', -1, 1, 1),
    ('critic', 'all', 'all', 0, -1, 0),
    ('critic', 'all', 'all', 0, 0, 0),
    ('critic', 'all', 'all', 0, 1, 0),
    ('critic', 'all', 'all', 1, -1, 0),
    ('critic', 'all', 'all', 1, 0, 1),
    ('critic', 'all', 'all', 1, 1, 0),
    ('critic', 'value_dim', 'power', -1, -1, 2),
    ('critic', 'value_dim', 'power', -1, 0, 0),
    ('critic', 'value_dim', 'power', -1, 1, 1),
    ('critic', 'value_dim', 'power', 0, -1, 0),
    ('critic', 'value_dim', 'power', 0, 0, 0),
    ('critic', 'value_dim', 'power', 0, 1, 0),
    ('critic', 'value_dim', 'power', 1, -1, 0),
    ('critic', 'value_dim', 'power', 1, 0, 0),
    ('critic', 'value_dim', 'power', 1, 1, 0),
    ('critic', 'value_dim', 'security', -1, -1, 0),
    ('critic', 'value_dim', 'security', -1, 0, 0),
    ('critic', 'value_dim', 'security', -1, 1, 0),
    ('critic', 'value_dim', 'security', 0, -1, 0),
    ('critic', 'value_dim', 'security', 0, 0, 0),
    ('critic', 'value_dim', 'security', 0, 1, 0),
    ('critic', 'value_dim', 'security', 1, -1, 0),
    ('critic', 'value_dim', 'security', 1, 0, 1),
    ('critic', 'value_dim', 'security', 1, 1, 0)
) as expected (system_id, slice_name, slice_value, predicted_class, true_class, reading_count);
