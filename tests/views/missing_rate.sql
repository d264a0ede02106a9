-- One of four expected answers never came; errors and open judgements are expected answers too.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'factual', 'ok', 'right', true),
    ('r1', 'maia', 'c2', 'factual', 'missing', null, false),
    ('r1', 'maia', 'c3', 'factual', 'error', null, null),
    ('r1', 'maia', 'c4', 'factual', 'ok', null, null),
    -- An answer nobody can parse has come.
    ('r1', 'raw_llm', 'c1', 'factual', 'unparsable', null, false),
    ('r1', 'raw_llm', 'c2', 'factual', 'ok', 'wrong', false)
) as given (run_id, system_id, case_id, validator_id, status, outcome, is_right);

-- expect metrics.missing_rate
from (
    values
    ('r1', 'maia', 'all', 'all', 4, 1, 1, 1, 0.25, 0.045587260809701, 0.699358157417598),
    ('r1', 'raw_llm', 'all', 'all', 2, 0, 0, 0, 0, 0, 0.657619772493347)
) as expected (
    run_id, system_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count, missing_rate, ci_low, ci_high
);
