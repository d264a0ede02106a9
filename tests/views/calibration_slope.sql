-- Of answers claimed at 0.25 one in four is right, of those at 0.75 three in four: slope 1.

-- given facts.scored
from (
    values
    ('r1', 'honest', 'c1', 'ok', 'right', true, 0.25),
    ('r1', 'honest', 'c2', 'ok', 'wrong', false, 0.25),
    ('r1', 'honest', 'c3', 'ok', 'wrong', false, 0.25),
    ('r1', 'honest', 'c4', 'ok', 'wrong', false, 0.25),
    ('r1', 'honest', 'c5', 'ok', 'right', true, 0.75),
    ('r1', 'honest', 'c6', 'ok', 'right', true, 0.75),
    ('r1', 'honest', 'c7', 'ok', 'right', true, 0.75),
    ('r1', 'honest', 'c8', 'ok', 'wrong', false, 0.75),
    -- Claims nothing, or is left out.
    ('r1', 'honest', 'c9', 'missing', null, false, null),
    ('r1', 'honest', 'c10', 'error', null, null, null),
    ('r1', 'honest', 'c11', 'ok', 'abstained', false, 0.5),
    ('r1', 'honest', 'c12', 'ok', 'unscored', null, 0.5),
    -- The surer, the worse: -2 = -1 / 0.5.
    ('r1', 'upside_down', 'c1', 'ok', 'right', true, 0.25),
    ('r1', 'upside_down', 'c2', 'ok', 'right', true, 0.25),
    ('r1', 'upside_down', 'c3', 'ok', 'wrong', false, 0.75),
    -- All claim the same: there is no slope.
    ('r1', 'flat', 'c1', 'ok', 'right', true, 0.7),
    ('r1', 'flat', 'c2', 'ok', 'wrong', false, 0.7),
    ('r1', 'flat', 'c3', 'ok', 'wrong', false, 0.7),
    -- Two claims always lie on a line.
    ('r1', 'two', 'c1', 'ok', 'right', true, 0.9),
    ('r1', 'two', 'c2', 'ok', 'wrong', false, 0.1)
) as given (run_id, system_id, case_id, status, outcome, is_right, confidence);

-- given facts.scored
from (
    values
    -- A kind of its own is a row of its own.
    ('r1', 'kinds', 'c1', 'ok', 'right', true, 0.9, 'stated'),
    ('r1', 'kinds', 'c2', 'ok', 'wrong', false, 0.1, 'logprob')
) as given (run_id, system_id, case_id, status, outcome, is_right, confidence, confidence_kind);

-- expect metrics.calibration_slope
from (
    values
    ('r1', 'honest', 'all', '', 8, 1, 1, 1, 1),
    ('r1', 'upside_down', 'all', '', 3, 0, 0, 0, -2),
    ('r1', 'flat', 'all', '', 3, 0, 0, 0, null),
    ('r1', 'two', 'all', '', 2, 0, 0, 0, null),
    ('r1', 'kinds', 'all', 'confidence_kind=stated', 1, 0, 0, 0, null),
    ('r1', 'kinds', 'all', 'confidence_kind=logprob', 1, 0, 0, 0, null)
) as expected (
    run_id, system_id, slice_name, variant,
    scored_count, missing_count, error_count, unscored_count, calibration_slope
);
