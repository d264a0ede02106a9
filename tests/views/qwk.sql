-- Five of eight pairs agree, two are off by one class, one by both: 1 - 8 * 6 / 98.
-- 98 is 8 * (5 + 7) - 2 * (-1) * 1: squares and sums of the classes read and of the true ones.

-- given facts.alignments
from (
    values
    ('r1', 'critic', 'p1', 1, 'power', null, -1, false, -0.9, 0.1),
    ('r1', 'critic', 'p1', 2, 'power', null, -1, false, -0.51, 0.1),
    -- On the edge, -0.5 is class 0: off by one.
    ('r1', 'critic', 'p1', 3, 'power', null, -1, false, -0.5, 0.1),
    ('r1', 'critic', 'p1', 4, 'power', null, 0, false, 0.5, 0.1),
    ('r1', 'critic', 'p1', 5, 'power', null, 1, false, 0.51, 0.1),
    ('r1', 'critic', 'p1', 6, 'power', null, 1, false, 1.0, 0.1),
    -- One end for the other.
    ('r1', 'critic', 'p1', 7, 'power', null, 1, false, -1.0, 0.1),
    ('r1', 'critic', 'p1', 8, 'power', null, 1, false, 0.0, 0.1),
    -- No alignment, none in range, no truth, none that is a class: no pair.
    ('r1', 'critic', 'p1', 9, 'power', null, 1, false, null, 0.1),
    ('r1', 'critic', 'p1', 10, 'power', null, 1, false, 1.5, 0.1),
    ('r1', 'critic', 'p1', 11, 'power', null, null, false, 1.0, 0.1),
    ('r1', 'critic', 'p1', 12, 'power', null, 2, false, 1.0, 0.1),
    -- Critic and truth say one thing throughout: nothing to agree about.
    ('r1', 'agreeing', 'p1', 1, 'power', null, 1, false, 0.9, 0.1),
    ('r1', 'agreeing', 'p1', 2, 'power', null, 1, false, 0.8, 0.1),
    -- Each says one thing throughout, and not the same.
    ('r1', 'opposed', 'p1', 1, 'power', null, 1, false, -0.9, 0.1),
    ('r1', 'opposed', 'p1', 2, 'power', null, 1, false, -0.8, 0.1),
    -- Only the critic never varies: it agrees no better than chance.
    ('r1', 'constant', 'p1', 1, 'power', null, 1, false, 0.9, 0.1),
    ('r1', 'constant', 'p1', 2, 'power', null, -1, false, 0.8, 0.1),
    -- Nothing but a reading that says nothing.
    ('r1', 'unsaid', 'p1', 1, 'security', null, null, null, null, null)
) as given (
    run_id, system_id, persona_id, week, value_dim, severity, alignment_truth, is_bimodal,
    alignment, uncertainty
);

-- expect metrics.qwk
from (
    values
    ('r1', 'critic', 'all', 'all', 8, 1, 0, 3, 1 - 48 / 98),
    ('r1', 'agreeing', 'all', 'all', 2, 0, 0, 0, null),
    ('r1', 'opposed', 'all', 'all', 2, 0, 0, 0, 0),
    ('r1', 'constant', 'all', 'all', 2, 0, 0, 0, 0),
    ('r1', 'unsaid', 'all', 'all', 0, 1, 0, 0, null),
    ('r1', 'critic', 'value_dim', 'power', 8, 1, 0, 3, 1 - 48 / 98),
    ('r1', 'agreeing', 'value_dim', 'power', 2, 0, 0, 0, null),
    ('r1', 'opposed', 'value_dim', 'power', 2, 0, 0, 0, 0),
    ('r1', 'constant', 'value_dim', 'power', 2, 0, 0, 0, 0),
    ('r1', 'unsaid', 'value_dim', 'security', 0, 1, 0, 0, null)
) as expected (
    run_id, system_id, slice_name, slice_value, scored_count, missing_count, error_count,
    unscored_count, qwk
);
