-- Ratings from 1 to 10. Of c1 the mean of 4 and 8 counts, 6; of c2 9: 7.5, spread 1.5 * √2.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 1, 'rating', 'ok', 'measured', 4.0),
    ('r1', 'maia', 'c1', 2, 'rating', 'ok', 'measured', 8.0),
    -- The attempt that failed leaves the other of its case in.
    ('r1', 'maia', 'c2', 1, 'rating', 'error', null, null),
    ('r1', 'maia', 'c2', 2, 'rating', 'ok', 'measured', 9.0),
    -- What never came was not measured, and 1 is no right answer.
    ('r1', 'maia', 'c3', 1, 'rating', 'missing', null, null),
    ('r1', 'maia', 'c4', 1, 'rating', 'ok', 'error', null),
    ('r1', 'maia', 'c5', 1, 'rating', 'ok', null, null),
    ('r1', 'lone', 'c1', 1, 'rating', 'ok', 'measured', 1.0)
) as given (run_id, system_id, case_id, attempt, validator_id, status, outcome, value);

-- given facts.scored
from (
    values
    -- A validator that gives shares has no row, though it carries a number beside its outcome.
    ('r1', 'maia', 'c1', 1, 'factual', 'ok', 'right', 0.9, true)
) as given (run_id, system_id, case_id, attempt, validator_id, status, outcome, value, is_right);

-- expect metrics.mean_value
from (
    values
    ('maia', 'rating', 'all', 'all', 2, 1, 1, 1, 7, 4, 2.1213203435596424, 7.5),
    -- A single case says nothing of its spread.
    ('lone', 'rating', 'all', 'all', 1, 0, 0, 0, 1, 0, null, 1)
) as expected (
    system_id, validator_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count, attempt_count,
    left_out_attempt_count, standard_deviation, mean_value
);
