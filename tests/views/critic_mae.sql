-- Errors of 0.1, 0.5 and 1.5 in all: 0.7. Each is in the slices of its value, severity, flag and
-- of what its case says.

-- given facts.alignments
from (
    values
    ('r1', 'critic', 'p1', 1, 'power', null, 1, false, 0.9, null),
    -- The value's signals conflict: its own flag makes the slice, not that of the week.
    ('r1', 'critic', 'p1', 1, 'security', null, 0, true, -0.5, null),
    ('r1', 'critic', 'p1', 2, 'power', 'subtle', -1, false, 0.5, null),
    -- No alignment, and no truth: neither counts.
    ('r1', 'critic', 'p1', 2, 'security', 'subtle', 1, false, null, null),
    ('r1', 'critic', 'p1', 3, 'power', null, null, null, 0.5, null),
    -- A week of another run with the same name is another week.
    ('r2', 'critic', 'p1', 1, 'power', null, 1, false, 1.0, null),
    -- A reading of a week the run does not describe is a reading all the same.
    ('r3', 'critic', null, null, 'power', null, null, null, 0.5, null)
) as given (
    run_id, system_id, persona_id, week, value_dim, severity, alignment_truth, is_bimodal,
    alignment, uncertainty
);

-- given facts.case_attributes
from (
    values
    ('r1', 'w1', 'persona_id', 'p1'),
    ('r1', 'w1', 'week', '1'),
    ('r1', 'w1', 'is_bimodal', 'true'),
    ('r1', 'w1', 'is_control', 'false'),
    -- A name that begins as those of renamed attributes do is another one.
    ('r1', 'w1', 'attribute.is_bimodal', 'true'),
    ('r1', 'w2', 'persona_id', 'p1'),
    ('r1', 'w2', 'week', '2'),
    -- The same week described twice: its readings count once.
    ('r1', 'w2 again', 'persona_id', 'p1'),
    ('r1', 'w2 again', 'week', '2'),
    -- The name of another slice.
    ('r1', 'w2', 'severity', 'mild'),
    -- A week that is no number belongs to nobody.
    ('r1', 'w3', 'persona_id', 'p1'),
    ('r1', 'w3', 'week', 'third'),
    -- A week that left no reading is in no slice.
    ('r1', 'w4', 'persona_id', 'p1'),
    ('r1', 'w4', 'week', '4'),
    ('r1', 'w4', 'is_control', 'true')
) as given (run_id, case_id, name, value);

-- expect metrics.critic_mae
from (
    values
    ('r1', 'all', 'all', 3, 1, 0, 1, 0.7),
    ('r2', 'all', 'all', 1, 0, 0, 0, 0),
    ('r3', 'all', 'all', 0, 0, 0, 1, null),
    ('r1', 'value_dim', 'power', 2, 0, 0, 1, 0.8),
    ('r1', 'value_dim', 'security', 1, 1, 0, 0, 0.5),
    ('r2', 'value_dim', 'power', 1, 0, 0, 0, 0),
    ('r3', 'value_dim', 'power', 0, 0, 0, 1, null),
    ('r1', 'severity', 'subtle', 1, 1, 0, 0, 1.5),
    ('r1', 'is_bimodal', 'true', 1, 0, 0, 0, 0.5),
    ('r1', 'is_bimodal', 'false', 2, 1, 0, 0, 0.8),
    ('r2', 'is_bimodal', 'false', 1, 0, 0, 0, 0),
    ('r1', 'attribute.is_bimodal', 'true', 2, 0, 0, 0, 0.3),
    ('r1', 'attribute.attribute.is_bimodal', 'true', 2, 0, 0, 0, 0.3),
    ('r1', 'is_control', 'false', 2, 0, 0, 0, 0.3),
    ('r1', 'attribute.severity', 'mild', 1, 1, 0, 0, 1.5)
) as expected (
    run_id, slice_name, slice_value, scored_count, missing_count, error_count, unscored_count,
    critic_mae
);
