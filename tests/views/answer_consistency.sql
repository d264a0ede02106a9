-- Of c1 one of three pairs agrees, of c2 the only one: the mean is 2/3.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 1, 'factual', 'ok', '4', true),
    -- Blanks and capitals do not make another answer.
    ('r1', 'maia', 'c1', 2, 'factual', 'ok', 'Four', false),
    ('r1', 'maia', 'c1', 3, 'factual', 'ok', ' four ', false),
    -- Both are wrong, and the same.
    ('r1', 'maia', 'c2', 1, 'factual', 'ok', '5', false),
    ('r1', 'maia', 'c2', 2, 'factual', 'ok', '5', false),
    -- One answer makes no pair: of c3 the other failed, of c4 it has no parsed answer.
    ('r1', 'maia', 'c3', 1, 'factual', 'ok', '6', true),
    ('r1', 'maia', 'c3', 2, 'factual', 'error', null, null),
    ('r1', 'maia', 'c4', 1, 'factual', 'ok', '6', true),
    ('r1', 'maia', 'c4', 2, 'factual', 'ok', null, false),
    ('r1', 'maia', 'c5', 1, 'factual', 'missing', null, false)
) as given (run_id, system_id, case_id, attempt, validator_id, status, answer, is_right);

-- expect metrics.answer_consistency
from (
    values
    ('maia', 'factual', 'all', 'all', 2, 1, 0, 2, 10, 2 / 3)
) as expected (
    system_id, validator_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count, attempt_count, answer_consistency
);
