-- Against Jo four of five replies are rated alike, 0.8; by chance it would be 0.48.

-- given facts.verdicts
from (
    values
    ('r1', 'maia', 'c1', 1, 'model', 'right', true, null),
    ('r1', 'maia', 'c2', 1, 'model', 'right', true, null),
    ('r1', 'maia', 'c3', 1, 'model', 'right', true, null),
    ('r1', 'maia', 'c4', 1, 'model', 'wrong', true, null),
    ('r1', 'maia', 'c5', 1, 'model', 'wrong', true, null),
    ('r1', 'maia', 'c6', 1, 'model', 'error', true, null),
    ('r1', 'maia', 'c7', 1, 'model', 'undetermined', true, null),
    -- Nobody labelled this one.
    ('r1', 'maia', 'c8', 1, 'model', 'right', true, null),
    ('r1', 'maia', 'c1', 1, 'human:jo', 'right', true, null),
    ('r1', 'maia', 'c2', 1, 'human:jo', 'right', true, null),
    ('r1', 'maia', 'c3', 1, 'human:jo', 'wrong', true, null),
    ('r1', 'maia', 'c4', 1, 'human:jo', 'wrong', true, null),
    ('r1', 'maia', 'c5', 1, 'human:jo', 'wrong', true, null),
    ('r1', 'maia', 'c6', 1, 'human:jo', 'right', true, null),
    ('r1', 'maia', 'c7', 1, 'human:jo', 'right', true, null),
    -- The judge never saw it.
    ('r1', 'maia', 'c9', 1, 'human:jo', 'right', true, null),
    -- Stratified: a label stands for five replies, and for one.
    ('r1', 'plain', 'c1', 1, 'model', 'right', true, null),
    ('r1', 'plain', 'c2', 1, 'model', 'right', true, null),
    ('r1', 'plain', 'c3', 1, 'model', 'wrong', true, null),
    ('r1', 'plain', 'c1', 1, 'human:jo', 'right', true, 0.2),
    ('r1', 'plain', 'c2', 1, 'human:jo', 'wrong', true, 1.0),
    ('r1', 'plain', 'c3', 1, 'human:jo', 'wrong', true, 1.0)
) as given (
    run_id, system_id, case_id, attempt, validator_id, outcome, is_rating, sampling_probability
);

-- expect metrics.judge_agreement
from (
    values
    (
        'r1', 'maia', 'model', 'with=people', 5, 1, 1, 1, 8, 0.8, 0.6, 0.666666666666667, 1.0,
        1.0, 0.666666666666667, 0.625, 0.615384615384615
    ),
    (
        'r1', 'maia', 'model', 'with=human:jo', 5, 1, 1, 1, 8, 0.8, 0.6, 0.666666666666667, 1.0,
        1.0, 0.666666666666667, 0.625, 0.615384615384615
    ),
    (
        'r1', 'plain', 'model', 'with=people', 3, 0, 0, 0, 3, 0.857142857142857,
        0.714285714285714, 0.833333333333333, 1.0, 1.0, 0.5, 1.0, 0.588235294117647
    ),
    (
        'r1', 'plain', 'model', 'with=human:jo', 3, 0, 0, 0, 3, 0.857142857142857,
        0.714285714285714, 0.833333333333333, 1.0, 1.0, 0.5, 1.0, 0.588235294117647
    )
) as expected (
    run_id, system_id, validator_id, variant,
    scored_count, missing_count, error_count, unscored_count, label_count, percent_agreement,
    constant_agreement, right_precision, right_recall, wrong_precision, wrong_recall, coverage,
    judge_agreement
);
