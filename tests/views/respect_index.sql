-- One of four replies that count has a grade above zero: a quarter, and the mean grade is 0.1875.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'phenomenological', 'ok', 'right', true),
    ('r1', 'maia', 'c2', 'phenomenological', 'ok', 'wrong', false),
    -- What never came, and what nobody can read, meets nobody.
    ('r1', 'maia', 'c3', 'phenomenological', 'missing', null, false),
    ('r1', 'maia', 'c4', 'phenomenological', 'unparsable', null, false),
    -- Two errors, of the system and of the validator: left out, and counted.
    ('r1', 'maia', 'c5', 'phenomenological', 'error', null, null),
    ('r1', 'maia', 'c6', 'phenomenological', 'ok', 'error', null),
    -- Another language, a verdict on an earlier reply, and one without this grade: unscored.
    ('r1', 'maia', 'c7', 'phenomenological', 'ok', 'undetermined', null),
    ('r1', 'maia', 'c8', 'phenomenological', 'ok', 'unscored', null),
    ('r1', 'maia', 'c9', 'phenomenological', 'ok', 'right', true),
    -- Another validator says nothing about this.
    ('r1', 'maia', 'c1', 'factual', 'ok', 'right', true),
    -- Nothing of raw_llm could be judged: the row is there, the value is not.
    ('r1', 'raw_llm', 'c1', 'phenomenological', 'ok', 'undetermined', null)
) as given (run_id, system_id, case_id, validator_id, status, outcome, is_right);

-- given facts.responses
from (
    values
    ('r1', 'maia', 'c1', 1, false, 'ok'),
    ('r1', 'maia', 'c1', 2, true, 'ok'),
    ('r1', 'maia', 'c2', 1, true, 'ok'),
    ('r1', 'maia', 'c4', 1, true, 'unparsable'),
    ('r1', 'maia', 'c5', 1, true, 'error'),
    ('r1', 'maia', 'c6', 1, true, 'ok'),
    ('r1', 'maia', 'c7', 1, true, 'ok'),
    ('r1', 'maia', 'c8', 1, true, 'ok'),
    ('r1', 'maia', 'c9', 1, true, 'ok'),
    ('r1', 'raw_llm', 'c1', 1, true, 'ok')
) as given (run_id, system_id, case_id, attempt, is_final_attempt, status);

-- given facts.verdict_scores
from (
    values
    -- The final attempt counts, not the first.
    ('r1', 'maia', 'c1', 1, 'phenomenological', 'respect', 0),
    ('r1', 'maia', 'c1', 2, 'phenomenological', 'respect', 0.75),
    ('r1', 'maia', 'c2', 1, 'phenomenological', 'respect', 0),
    -- Other grades, and grades of other validators, are other grades.
    ('r1', 'maia', 'c2', 1, 'phenomenological', 'integration', 1),
    ('r1', 'maia', 'c2', 1, 'factual', 'respect', 1),
    -- A grade of a verdict that does not stand any more, or that failed.
    ('r1', 'maia', 'c6', 1, 'phenomenological', 'respect', 1),
    ('r1', 'maia', 'c8', 1, 'phenomenological', 'respect', 1),
    ('r1', 'maia', 'c9', 1, 'phenomenological', 'integration', 1)
) as given (run_id, system_id, case_id, attempt, validator_id, score_name, score);

-- expect metrics.respect_index
from (
    values
    (
        'r1', 'maia', 'phenomenological', 'all', 'all', 4, 1, 2, 3,
        0.1875, 0.25, 0.045587260809701, 0.699358157417598
    ),
    ('r1', 'raw_llm', 'phenomenological', 'all', 'all', 0, 0, 0, 1, null, null, null, null)
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count,
    grade_mean, respect_index, ci_low, ci_high
);
