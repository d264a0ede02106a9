-- History weighs three times as much as math: (3 * 0.5 + 1 * 1) / 4 = 0.625.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'history', 'ok', 'right', true),
    ('r1', 'maia', 'c2', 'history', 'missing', null, false),
    ('r1', 'maia', 'c3', 'math', 'ok', 'right', true),
    -- Declares no weight: left out of the mean, but counted.
    ('r1', 'maia', 'c4', 'science', 'ok', 'wrong', false),
    -- Nothing was scored in art, so its weight counts for nothing.
    ('r1', 'maia', 'c5', 'art', 'error', null, null),
    ('r1', 'maia', 'c6', 'art', 'ok', 'unscored', null),
    -- A run that declares no weights has no weighted mean.
    ('r2', 'maia', 'c1', 'history', 'ok', 'right', true)
) as given (run_id, system_id, case_id, domain, status, outcome, is_right);

-- given facts.run_weights
from (
    values
    ('r1', 'history', 3.0),
    ('r1', 'math', 1.0),
    ('r1', 'art', 9.0)
) as given (run_id, domain, weight);

-- expect metrics.accuracy_weighted
from (
    values
    ('r1', 'maia', 'all', 4, 1, 1, 1, 2, 0.625),
    ('r2', 'maia', 'all', 1, 0, 0, 0, 0, null)
) as expected (
    run_id, system_id, slice_name,
    scored_count, missing_count, error_count, unscored_count, domain_count, accuracy_weighted
);
