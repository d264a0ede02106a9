-- Two of four replies that count have three grades above zero: half.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'phenomenological', 'ok', 'right', true),
    ('r1', 'maia', 'c2', 'phenomenological', 'ok', 'right', true),
    ('r1', 'maia', 'c3', 'phenomenological', 'ok', 'wrong', false),
    ('r1', 'maia', 'c4', 'phenomenological', 'missing', null, false),
    -- Lost to an error, in another language, and graded in part: left out, and counted.
    ('r1', 'maia', 'c5', 'phenomenological', 'error', null, null),
    ('r1', 'maia', 'c6', 'phenomenological', 'ok', 'undetermined', null),
    ('r1', 'maia', 'c7', 'phenomenological', 'ok', 'right', true),
    ('r1', 'maia', 'c1', 'factual', 'ok', 'right', true),
    -- A known zero decides, though one grade is absent.
    ('r1', 'raw_llm', 'c1', 'phenomenological', 'ok', 'wrong', false)
) as given (run_id, system_id, case_id, validator_id, status, outcome, is_right);

-- given facts.responses
from (
    values
    ('r1', 'maia', 'c1', 1, true, 'ok'),
    ('r1', 'maia', 'c2', 1, false, 'ok'),
    ('r1', 'maia', 'c2', 2, true, 'ok'),
    ('r1', 'maia', 'c3', 1, true, 'ok'),
    ('r1', 'maia', 'c5', 1, true, 'error'),
    ('r1', 'maia', 'c6', 1, true, 'ok'),
    ('r1', 'maia', 'c7', 1, true, 'ok'),
    ('r1', 'raw_llm', 'c1', 1, true, 'ok')
) as given (run_id, system_id, case_id, attempt, is_final_attempt, status);

-- given facts.verdict_scores
from (
    values
    ('r1', 'maia', 'c1', 1, 'phenomenological', 'respect', 0.5),
    ('r1', 'maia', 'c1', 1, 'phenomenological', 'integration', 0.5),
    ('r1', 'maia', 'c1', 1, 'phenomenological', 'orientation', 1),
    -- The first attempt failed, the final one counts.
    ('r1', 'maia', 'c2', 1, 'phenomenological', 'respect', 0),
    ('r1', 'maia', 'c2', 1, 'phenomenological', 'integration', 1),
    ('r1', 'maia', 'c2', 1, 'phenomenological', 'orientation', 1),
    ('r1', 'maia', 'c2', 2, 'phenomenological', 'respect', 1),
    ('r1', 'maia', 'c2', 2, 'phenomenological', 'integration', 0.75),
    ('r1', 'maia', 'c2', 2, 'phenomenological', 'orientation', 0.5),
    -- A mean of two thirds, and still no respect.
    ('r1', 'maia', 'c3', 1, 'phenomenological', 'respect', 0),
    ('r1', 'maia', 'c3', 1, 'phenomenological', 'integration', 1),
    ('r1', 'maia', 'c3', 1, 'phenomenological', 'orientation', 1),
    ('r1', 'maia', 'c7', 1, 'phenomenological', 'respect', 1),
    ('r1', 'maia', 'c7', 1, 'phenomenological', 'orientation', 1),
    ('r1', 'raw_llm', 'c1', 1, 'phenomenological', 'respect', 0),
    ('r1', 'raw_llm', 'c1', 1, 'phenomenological', 'orientation', 1)
) as given (run_id, system_id, case_id, attempt, validator_id, score_name, score);

-- expect metrics.phenomenology_pass_rate
from (
    values
    (
        'r1', 'maia', 'phenomenological', 'all', 'all', 4, 1, 1, 2,
        0.5, 0.150038989152149, 0.849961010847851
    ),
    (
        'r1', 'raw_llm', 'phenomenological', 'all', 'all', 1, 0, 0, 0,
        0, 0, 0.793450685622763
    )
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count,
    phenomenology_pass_rate, ci_low, ci_high
);
