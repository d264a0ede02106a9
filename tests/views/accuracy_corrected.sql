-- Labels on four of ten cases. The judge's weight is the covariance 0.125 by its variance 7/30 and
-- by 1 + 4/6; value and interval are those that ppi-python finds.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'model', 'ok', 'right', true),
    ('r1', 'maia', 'c2', 'model', 'ok', 'right', true),
    ('r1', 'maia', 'c3', 'model', 'ok', 'right', true),
    ('r1', 'maia', 'c4', 'model', 'ok', 'wrong', false),
    -- Without a label.
    ('r1', 'maia', 'c5', 'model', 'ok', 'right', true),
    ('r1', 'maia', 'c6', 'model', 'ok', 'right', true),
    ('r1', 'maia', 'c7', 'model', 'ok', 'right', true),
    ('r1', 'maia', 'c8', 'model', 'ok', 'wrong', false),
    ('r1', 'maia', 'c9', 'model', 'ok', 'abstained', false),
    ('r1', 'maia', 'd1', 'model', 'ok', 'right', true),
    -- The labels: right, wrong, right, wrong.
    ('r1', 'maia', 'c1', 'human:jo', 'ok', 'right', true),
    ('r1', 'maia', 'c2', 'human:jo', 'ok', 'wrong', false),
    ('r1', 'maia', 'c3', 'human:jo', 'ok', 'right', true),
    ('r1', 'maia', 'c4', 'human:jo', 'ok', 'wrong', false),
    -- Nothing was said of this one: it is no label.
    ('r1', 'maia', 'c5', 'human:jo', 'ok', null, null),
    -- What never came is wrong without a label, errors are left out; one reply is labelled.
    ('r1', 'plain', 'c1', 'model', 'ok', 'right', true),
    ('r1', 'plain', 'c2', 'model', 'missing', null, false),
    ('r1', 'plain', 'c3', 'model', 'error', null, null),
    ('r1', 'plain', 'c4', 'model', 'ok', 'undetermined', null),
    ('r1', 'plain', 'c1', 'human:jo', 'ok', 'right', true),
    ('r1', 'plain', 'c2', 'human:jo', 'missing', null, false),
    ('r1', 'plain', 'c4', 'human:jo', 'ok', 'right', true),
    -- Every reply is labelled right, one by two people; as many replies never came.
    ('r1', 'sure', 'c1', 'model', 'ok', 'wrong', false),
    ('r1', 'sure', 'c2', 'model', 'ok', 'right', true),
    ('r1', 'sure', 'c3', 'model', 'missing', null, false),
    ('r1', 'sure', 'c4', 'model', 'missing', null, false),
    ('r1', 'sure', 'c1', 'human:jo', 'ok', 'right', true),
    ('r1', 'sure', 'c1', 'human:kim', 'ok', 'right', true),
    ('r1', 'sure', 'c2', 'human:kim', 'ok', 'right', true)
) as given (run_id, system_id, case_id, validator_id, status, outcome, is_right);

-- expect metrics.accuracy_corrected
from (
    values
    (
        'r1', 'maia', 'model', 'all', 10, 0, 0, 0, 4, 0.321428571428571, 0.5,
        0.150038989152149, 0.849961010847851, null,
        0.473214285714286, 0.030244223483051, 0.916184347945521
    ),
    -- One label tells nothing of its error.
    (
        'r1', 'plain', 'model', 'all', 2, 1, 1, 1, 1, null, 0.5,
        0.103274657188619, 0.5, null, null, null, null
    ),
    -- The share of replies that came, a half, times 1 with Wilson's interval for two of two.
    (
        'r1', 'sure', 'model', 'all', 4, 2, 0, 0, 2, 0, 0.5,
        0.171190113753326, 0.5, null,
        0.5, 0.171190113753326, 0.5
    )
) as expected (
    run_id, system_id, validator_id, slice_name,
    scored_count, missing_count, error_count, unscored_count, label_count, judge_weight,
    label_accuracy, label_accuracy_low, label_accuracy_high, additional_label_count,
    accuracy_corrected, ci_low, ci_high
);
