-- As licensed YES answers, right on E: one of two. Strictly and by action NO answers too: two of
-- five are right, strictly one of them the NO on C, by action the NO on E.

-- given facts.scored
from (
    values
    -- Entailed: answered, in lower case and with space around it.
    ('r1', 'maia', 'c1', 'factual', true, 'E', 'ok', ' yes ', 'right', true),
    -- Entailed and denied: an answer by_action, an abstention as licensed, wrong if strict.
    ('r1', 'maia', 'c2', 'factual', true, 'E', 'ok', 'NO', 'wrong', false),
    -- Entailed and abstained from, twice.
    ('r1', 'maia', 'c3', 'factual', true, 'E', 'ok', 'UNKNOWN', 'abstained', false),
    ('r1', 'maia', 'c4', 'factual', true, 'E', 'ok', 'Unknown', 'abstained', false),
    -- Entailed, and nothing came: neither answered nor abstained from.
    ('r1', 'maia', 'c5', 'factual', true, 'E', 'missing', null, null, false),
    -- Contradicted: each thing one can say of it.
    ('r1', 'maia', 'c6', 'factual', true, 'C', 'ok', 'NO', 'right', true),
    ('r1', 'maia', 'c7', 'factual', true, 'C', 'ok', 'UNKNOWN', 'abstained', false),
    ('r1', 'maia', 'c8', 'factual', true, 'C', 'ok', 'YES', 'wrong', false),
    -- Unknown, and said to be so; that the validator failed here is not asked.
    ('r1', 'maia', 'c9', 'factual', true, 'U', 'ok', 'UNKNOWN', 'error', null),
    -- Unknown and denied.
    ('r1', 'maia', 'c10', 'factual', true, 'U', 'ok', 'No', 'wrong', false),
    -- Unknown, and said in a word that is none of the three: as good as missing.
    ('r1', 'maia', 'c11', 'factual', true, 'U', 'ok', 'maybe', 'wrong', false),
    -- Lost to an error, whatever it had said by then: out, and counted.
    ('r1', 'maia', 'c12', 'factual', true, 'U', 'error', 'YES', null, null),
    -- Other labels and none are not asked here.
    ('r1', 'maia', 'c13', 'factual', true, 'X', 'ok', 'YES', 'wrong', false),
    ('r1', 'maia', 'c14', 'factual', true, null, 'ok', 'YES', 'wrong', false),
    -- Only unlabelled cases: this system has no row at all.
    ('r1', 'raw_llm', 'c14', 'factual', true, null, 'ok', 'YES', 'wrong', false),
    -- narrow affirms one entailed claim.
    ('r1', 'narrow', 'c1', 'factual', true, 'E', 'ok', 'YES', 'right', true)
) as given (
    run_id, system_id, case_id, validator_id, is_primary_validator, label, status, answer,
    outcome, is_right
);

-- given facts.scored
from (
    values
    -- again is asked repeatedly: contradicted, and denied, abstained from and affirmed.
    ('r1', 'again', 'c1', 1, 'factual', true, 'C', 'ok', 'NO'),
    ('r1', 'again', 'c1', 2, 'factual', true, 'C', 'ok', 'UNKNOWN'),
    ('r1', 'again', 'c1', 3, 'factual', true, 'C', 'ok', 'YES'),
    -- The attempt that an error took leaves the other of its case in.
    ('r1', 'again', 'c2', 1, 'factual', true, 'C', 'error', null),
    ('r1', 'again', 'c2', 2, 'factual', true, 'C', 'ok', 'NO'),
    -- Entailed, and affirmed every other time.
    ('r1', 'again', 'c3', 1, 'factual', true, 'E', 'ok', 'YES'),
    ('r1', 'again', 'c3', 2, 'factual', true, 'E', 'ok', 'UNKNOWN'),
    -- Unknown: once nothing came, once it was said. The case is not missing.
    ('r1', 'again', 'c4', 1, 'factual', true, 'U', 'missing', null),
    ('r1', 'again', 'c4', 2, 'factual', true, 'U', 'ok', 'UNKNOWN'),
    -- Errors took both attempts: the case is out, and counted.
    ('r1', 'again', 'c5', 1, 'factual', true, 'U', 'error', null),
    ('r1', 'again', 'c5', 2, 'factual', true, 'U', 'error', null),
    -- Nothing came of either attempt, or nothing that can be read.
    ('r1', 'again', 'c6', 1, 'factual', true, 'E', 'missing', null),
    ('r1', 'again', 'c6', 2, 'factual', true, 'E', 'ok', 'perhaps'),
    -- Asked once: a case like the others.
    ('r1', 'again', 'c7', 1, 'factual', true, 'U', 'ok', 'YES')
) as given (
    run_id, system_id, case_id, attempt, validator_id, is_primary_validator, label, status, answer
);

-- expect metrics.answer_accuracy
from (
    values
    (
        'maia', 'all', 'mapping=licensed', 2, 2, 1, 0, 12, 1,
        1 / 2, 0.09453120573423, 0.90546879426577
    ),
    (
        'maia', 'all', 'mapping=strict', 5, 2, 1, 0, 12, 1,
        2 / 5, 0.11762077423265, 0.76927571872399
    ),
    (
        'maia', 'all', 'mapping=by_action', 5, 2, 1, 0, 12, 1,
        2 / 5, 0.11762077423265, 0.76927571872399
    ),
    (
        'narrow', 'all', 'mapping=licensed', 1, 0, 0, 0, 1, 0,
        1, 0.20654931437724, 1
    ),
    (
        'narrow', 'all', 'mapping=strict', 1, 0, 0, 0, 1, 0,
        1, 0.20654931437724, 1
    ),
    (
        'narrow', 'all', 'mapping=by_action', 1, 0, 0, 0, 1, 0,
        1, 0.20654931437724, 1
    ),
    (
        'again', 'all', 'mapping=licensed', 3, 1, 1, 0, 14, 3,
        3 / 11, 0, 1
    ),
    (
        'again', 'all', 'mapping=strict', 4, 1, 1, 0, 14, 3,
        11 / 19, 0, 1
    ),
    (
        'again', 'all', 'mapping=by_action', 4, 1, 1, 0, 14, 3,
        3 / 19,
        0,
        3 / 19 + macros.student_quantile_975(3) * 0.17797649201339624
    )
) as expected (
    system_id, slice_name, variant,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    answer_accuracy, ci_low, ci_high
);
