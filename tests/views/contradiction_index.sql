-- One of four readable conversations is a contradiction: 0.25; four of seven could be read.
-- Of the slices, all holds every conversation and domain only those that have one.

-- given facts.scored
from (
    values
    -- Two positions that agree, and a reversal that is owned.
    ('r1', 'maia', 'c1', 'self_contradiction', true, 'debates', 'ok', 'right', true),
    ('r1', 'maia', 'c2', 'self_contradiction', true, 'debates', 'ok', 'right', true),
    -- A reversal without a word.
    ('r1', 'maia', 'c3', 'self_contradiction', true, 'debates', 'ok', 'wrong', false),
    ('r1', 'maia', 'c4', 'self_contradiction', true, null, 'ok', 'right', true),
    -- A position that cannot be read, no verdict, and what nobody could parse: none is scored.
    ('r1', 'maia', 'c5', 'self_contradiction', true, 'debates', 'ok', 'undetermined', null),
    ('r1', 'maia', 'c6', 'self_contradiction', true, 'debates', 'ok', null, null),
    ('r1', 'maia', 'c7', 'self_contradiction', true, 'debates', 'unparsable', null, false),
    -- Missing is counted apart and contradicts nothing, although it counts as wrong elsewhere.
    ('r1', 'maia', 'c8', 'self_contradiction', true, 'debates', 'missing', null, false),
    -- A system that failed, and a turn that is the message of a failed call.
    ('r1', 'maia', 'c9', 'self_contradiction', true, 'debates', 'error', null, null),
    ('r1', 'maia', 'c10', 'self_contradiction', true, 'debates', 'ok', 'error', null),
    -- Another validator has no row here.
    ('r1', 'maia', 'c1', 'factual', false, 'debates', 'ok', 'wrong', false),
    -- Nothing could be read of raw_llm: the row is there, the value is not.
    ('r1', 'raw_llm', 'c1', 'self_contradiction', true, null, 'ok', 'undetermined', null),
    -- Nothing came through from silent: it has no coverage either.
    ('r1', 'silent', 'c1', 'self_contradiction', true, null, 'missing', null, false)
) as given (
    run_id, system_id, case_id, validator_id, is_primary_validator, domain, status, outcome,
    is_right
);

-- given facts.scored
from (
    values
    -- again talks repeatedly about each: a contradiction in one of two readable conversations; the
    -- one that an error took leaves them in.
    ('r1', 'again', 'c1', 1, 'self_contradiction', true, 'ok', 'wrong', false),
    ('r1', 'again', 'c1', 2, 'self_contradiction', true, 'ok', 'right', true),
    ('r1', 'again', 'c1', 3, 'self_contradiction', true, 'error', null, null),
    -- In two of three, and a fourth that nobody can read.
    ('r1', 'again', 'c2', 1, 'self_contradiction', true, 'ok', 'wrong', false),
    ('r1', 'again', 'c2', 2, 'self_contradiction', true, 'ok', 'wrong', false),
    ('r1', 'again', 'c2', 3, 'self_contradiction', true, 'ok', 'right', true),
    ('r1', 'again', 'c2', 4, 'self_contradiction', true, 'ok', 'undetermined', null),
    -- In every other one; what never came contradicts nothing, and the case is not missing.
    ('r1', 'again', 'c3', 1, 'self_contradiction', true, 'missing', null, false),
    ('r1', 'again', 'c3', 2, 'self_contradiction', true, 'ok', 'right', true),
    ('r1', 'again', 'c3', 3, 'self_contradiction', true, 'ok', 'wrong', false),
    -- Nothing came; errors; nothing readable, every time.
    ('r1', 'again', 'c4', 1, 'self_contradiction', true, 'missing', null, false),
    ('r1', 'again', 'c4', 2, 'self_contradiction', true, 'missing', null, false),
    ('r1', 'again', 'c5', 1, 'self_contradiction', true, 'error', null, null),
    ('r1', 'again', 'c5', 2, 'self_contradiction', true, 'ok', 'error', null),
    ('r1', 'again', 'c6', 1, 'self_contradiction', true, 'ok', 'undetermined', null),
    ('r1', 'again', 'c6', 2, 'self_contradiction', true, 'ok', null, null)
) as given (
    run_id, system_id, case_id, attempt, validator_id, is_primary_validator, status, outcome,
    is_right
);

-- expect metrics.contradiction_index
from (
    values
    (
        'r1', 'maia', 'self_contradiction', 'all', 'all', true, 4, 1, 2, 3, 10, 6,
        4 / 7, 0.25, 0.045587260809701, 0.699358157417598
    ),
    (
        'r1', 'maia', 'self_contradiction', 'domain', 'debates', true, 3, 1, 2, 3, 9, 6,
        0.5, 1 / 3, 0.061491944720396, 0.792340399197952
    ),
    (
        'r1', 'raw_llm', 'self_contradiction', 'all', 'all', true, 0, 0, 0, 1, 1, 1,
        0, null, null, null
    ),
    (
        'r1', 'silent', 'self_contradiction', 'all', 'all', true, 0, 1, 0, 0, 1, 1,
        null, null, null, null
    ),
    -- Each case counts with the mean over its conversations: a half, two thirds and a half. Of
    -- those that came, all of c1 and c3 could be read, three of four of c2 and none of c6.
    (
        'r1', 'again', 'self_contradiction', 'all', 'all', true, 3, 1, 1, 1, 16, 9,
        11 / 16, 5 / 9, 5 / 9 - macros.student_quantile_975(2) / 18,
        5 / 9 + macros.student_quantile_975(2) / 18
    )
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    coverage, contradiction_index, ci_low, ci_high
);
