-- Five answers count and two of them are right: 0.4. Errors and open judgements stand beside it.
-- Of the slices, all holds every answer and domain only those that have one.

-- given facts.scored
from (
    values
    -- Right, and wrong.
    ('r1', 'maia', 'c1', 'factual', 'history', 'ok', 'right', null, true, true),
    ('r1', 'maia', 'c2', 'factual', 'history', 'ok', 'wrong', null, false, true),
    -- A graded score counts as it stands: here the remaining one whole answer.
    ('r1', 'maia', 'c3', 'factual', 'history', 'ok', 'right', 0.75, true, true),
    ('r1', 'maia', 'c4', 'factual', 'history', 'ok', 'wrong', 0.25, false, true),
    -- What never came is wrong, even where the validator stumbled over it.
    ('r1', 'maia', 'c5', 'factual', 'history', 'missing', 'error', null, false, true),
    -- Two errors, of the system and of the validator: left out, and counted.
    ('r1', 'maia', 'c6', 'factual', 'history', 'error', null, null, null, true),
    ('r1', 'maia', 'c7', 'factual', 'history', 'ok', 'error', null, null, true),
    -- No verdict, and one that could not decide: left out, and counted apart.
    ('r1', 'maia', 'c8', 'factual', 'history', 'ok', null, null, null, true),
    ('r1', 'maia', 'c9', 'factual', 'history', 'ok', 'undetermined', null, null, true),
    -- Another validator is another row.
    ('r1', 'maia', 'c1', 'evidence', 'history', 'ok', 'right', null, true, false),
    -- Nothing of raw_llm was judged: the row is there, the value is not.
    ('r1', 'raw_llm', 'c1', 'factual', null, 'ok', null, null, null, true)
) as given (
    run_id, system_id, case_id, validator_id, domain, status, outcome, score, is_right,
    is_primary_validator
);

-- expect metrics.accuracy
from (
    values
    (
        'r1', 'maia', 'factual', 'all', 'all', true, 5, 1, 2, 2,
        0.4, 0.117620774232648, 0.769275718723987
    ),
    (
        'r1', 'maia', 'factual', 'domain', 'history', true, 5, 1, 2, 2,
        0.4, 0.117620774232648, 0.769275718723987
    ),
    -- One answer of one: the interval says how little that is.
    (
        'r1', 'maia', 'evidence', 'all', 'all', false, 1, 0, 0, 0,
        1, 0.206549314377237, 1
    ),
    (
        'r1', 'maia', 'evidence', 'domain', 'history', false, 1, 0, 0, 0,
        1, 0.206549314377237, 1
    ),
    ('r1', 'raw_llm', 'factual', 'all', 'all', true, 0, 0, 0, 1, null, null, null)
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count, accuracy, ci_low, ci_high
);
