-- Three of four in history and none of one in math: the domains weigh alike, so 0.75 and 0
-- make 0.375, where accuracy says 0.6.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'factual', 'history', 'ok', 'right', true),
    ('r1', 'maia', 'c2', 'factual', 'history', 'ok', 'right', true),
    ('r1', 'maia', 'c3', 'factual', 'history', 'ok', 'right', true),
    ('r1', 'maia', 'c4', 'factual', 'history', 'missing', null, false),
    ('r1', 'maia', 'c5', 'factual', 'math', 'ok', 'wrong', false),
    -- Nothing was scored in science: it is left out of the mean, not taken for 0.
    ('r1', 'maia', 'c6', 'factual', 'science', 'error', null, null),
    ('r1', 'maia', 'c7', 'factual', 'science', 'ok', 'undetermined', null),
    -- Cases without a domain are a group of their own: 1 and 0 make 0.5.
    ('r1', 'raw_llm', 'c8', 'factual', null, 'ok', 'right', true),
    ('r1', 'raw_llm', 'c5', 'factual', 'math', 'ok', 'wrong', false),
    -- Nothing scored in any domain.
    ('r2', 'maia', 'c1', 'factual', 'history', 'ok', null, null)
) as given (run_id, system_id, case_id, validator_id, domain, status, outcome, is_right);

-- expect metrics.accuracy_macro
from (
    values
    ('r1', 'maia', 'factual', 'all', 'all', null, 5, 1, 1, 1, 2, 0.375),
    ('r1', 'raw_llm', 'factual', 'all', 'all', null, 2, 0, 0, 0, 2, 0.5),
    ('r2', 'maia', 'factual', 'all', 'all', null, 0, 0, 0, 1, 0, null)
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count, domain_count, accuracy_macro
);
