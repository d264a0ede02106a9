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
    -- A model as judge has a row of its own.
    ('r1', 'maia', 'c1', 'lab_judge', 'ok', 'right', true),
    -- A known zero decides, though one grade is absent.
    ('r1', 'raw_llm', 'c1', 'phenomenological', 'ok', 'wrong', false)
) as given (run_id, system_id, case_id, validator_id, status, outcome, is_right);

-- given facts.verdict_scores
from (
    values
    ('r1', 'maia', 'c1', 1, 'lab_judge', 'respect', 1),
    ('r1', 'maia', 'c1', 1, 'lab_judge', 'integration', 1),
    ('r1', 'maia', 'c1', 1, 'lab_judge', 'orientation', 1),
    ('r1', 'maia', 'c1', 1, 'phenomenological', 'respect', 0.5),
    ('r1', 'maia', 'c1', 1, 'phenomenological', 'integration', 0.5),
    ('r1', 'maia', 'c1', 1, 'phenomenological', 'orientation', 1),
    ('r1', 'maia', 'c2', 1, 'phenomenological', 'respect', 1),
    ('r1', 'maia', 'c2', 1, 'phenomenological', 'integration', 0.75),
    ('r1', 'maia', 'c2', 1, 'phenomenological', 'orientation', 0.5),
    -- A mean of two thirds, and still no respect.
    ('r1', 'maia', 'c3', 1, 'phenomenological', 'respect', 0),
    ('r1', 'maia', 'c3', 1, 'phenomenological', 'integration', 1),
    ('r1', 'maia', 'c3', 1, 'phenomenological', 'orientation', 1),
    ('r1', 'maia', 'c7', 1, 'phenomenological', 'respect', 1),
    ('r1', 'maia', 'c7', 1, 'phenomenological', 'orientation', 1),
    ('r1', 'raw_llm', 'c1', 1, 'phenomenological', 'respect', 0),
    ('r1', 'raw_llm', 'c1', 1, 'phenomenological', 'orientation', 1)
) as given (run_id, system_id, case_id, attempt, validator_id, score_name, score);

-- given facts.scored
from (
    values
    -- again replies repeatedly: without, with, and lost to an error, which leaves the others in.
    ('r1', 'again', 'c1', 1, 'phenomenological', 'ok', 'wrong', false),
    ('r1', 'again', 'c1', 2, 'phenomenological', 'ok', 'right', true),
    ('r1', 'again', 'c1', 3, 'phenomenological', 'error', null, null),
    -- Met in two of three.
    ('r1', 'again', 'c2', 1, 'phenomenological', 'ok', 'right', true),
    ('r1', 'again', 'c2', 2, 'phenomenological', 'ok', 'right', true),
    ('r1', 'again', 'c2', 3, 'phenomenological', 'ok', 'wrong', false),
    -- What never came is not met; the case is not missing.
    ('r1', 'again', 'c3', 1, 'phenomenological', 'missing', null, false),
    ('r1', 'again', 'c3', 2, 'phenomenological', 'ok', 'right', true),
    -- Lost to errors, and in another language, both times: out, and counted.
    ('r1', 'again', 'c4', 1, 'phenomenological', 'error', null, null),
    ('r1', 'again', 'c4', 2, 'phenomenological', 'ok', 'error', null),
    ('r1', 'again', 'c5', 1, 'phenomenological', 'ok', 'undetermined', null),
    ('r1', 'again', 'c5', 2, 'phenomenological', 'ok', 'undetermined', null)
) as given (run_id, system_id, case_id, attempt, validator_id, status, outcome, is_right);

-- given facts.verdict_scores
from (
    values
    ('r1', 'again', 'c1', 1, 'phenomenological', 'respect', 0),
    ('r1', 'again', 'c1', 1, 'phenomenological', 'integration', 1),
    ('r1', 'again', 'c1', 1, 'phenomenological', 'orientation', 1),
    ('r1', 'again', 'c1', 2, 'phenomenological', 'respect', 0.75),
    ('r1', 'again', 'c1', 2, 'phenomenological', 'integration', 0.75),
    ('r1', 'again', 'c1', 2, 'phenomenological', 'orientation', 0.75),
    ('r1', 'again', 'c2', 1, 'phenomenological', 'respect', 1),
    ('r1', 'again', 'c2', 1, 'phenomenological', 'integration', 1),
    ('r1', 'again', 'c2', 1, 'phenomenological', 'orientation', 1),
    ('r1', 'again', 'c2', 2, 'phenomenological', 'respect', 1),
    ('r1', 'again', 'c2', 2, 'phenomenological', 'integration', 1),
    ('r1', 'again', 'c2', 2, 'phenomenological', 'orientation', 1),
    ('r1', 'again', 'c2', 3, 'phenomenological', 'respect', 0),
    ('r1', 'again', 'c2', 3, 'phenomenological', 'integration', 1),
    ('r1', 'again', 'c2', 3, 'phenomenological', 'orientation', 1),
    ('r1', 'again', 'c3', 2, 'phenomenological', 'respect', 0.5),
    ('r1', 'again', 'c3', 2, 'phenomenological', 'integration', 0.5),
    ('r1', 'again', 'c3', 2, 'phenomenological', 'orientation', 0.5)
) as given (run_id, system_id, case_id, attempt, validator_id, score_name, score);

-- given facts.verdicts
from (
    values
    -- All that count of maia are of one judge; a verdict that counts nothing is not asked.
    ('r1', 'maia', 'c1', 1, 'phenomenological', 'right', '3.0', 'd3'),
    ('r1', 'maia', 'c2', 1, 'phenomenological', 'wrong', '3.0', 'd3'),
    ('r1', 'maia', 'c6', 1, 'phenomenological', 'error', '2.1', 'd2'),
    ('r1', 'maia', 'c1', 1, 'lab_judge', 'right', '1', 'd1'),
    -- Two versions judged again together.
    ('r1', 'again', 'c1', 1, 'phenomenological', 'wrong', '2.1', 'd2'),
    ('r1', 'again', 'c1', 2, 'phenomenological', 'right', '3.0', 'd3'),
    ('r1', 'again', 'c2', 1, 'phenomenological', 'right', '3.0', 'd3')
) as given (
    run_id, system_id, case_id, attempt, validator_id,
    outcome, validator_version, validator_digest
);

-- expect metrics.phenomenology_pass_rate
from (
    values
    (
        'r1', 'maia', 'lab_judge', 'all', 'all', '1', 'd1', null, 1, 0, 0, 0, 1, 0,
        1, 0.206549314377237, 1
    ),
    (
        'r1', 'maia', 'phenomenological', 'all', 'all', '3.0', 'd3', null, 4, 1, 1, 2, 7, 3,
        0.5, 0.150038989152149, 0.849961010847851
    ),
    (
        'r1', 'raw_llm', 'phenomenological', 'all', 'all', null, null, null, 1, 0, 0, 0, 1, 0,
        0, 0, 0.793450685622763
    ),
    -- Each case counts with the mean over its attempts: a half, two thirds and a half.
    (
        'r1', 'again', 'phenomenological', 'all', 'all', null, null,
        'several: 2.1 digest d2 for 1 cases, 3.0 digest d3 for 2 cases', 3, 0, 1, 1, 12, 5,
        5 / 9, 5 / 9 - macros.student_quantile_975(2) / 18,
        5 / 9 + macros.student_quantile_975(2) / 18
    )
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value,
    validator_version, validator_digest, judge_note,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    phenomenology_pass_rate, ci_low, ci_high
);
