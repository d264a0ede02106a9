-- Ten conversations, each in one of six rows; outcomes that nothing had are there with 0.

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
    -- again talks about c1 three times, each with another outcome, and about c2 once.
    ('r1', 'again', 'c1', 1, 'self_contradiction', true, 'ok', 'wrong', false),
    ('r1', 'again', 'c1', 2, 'self_contradiction', true, 'ok', 'right', true),
    ('r1', 'again', 'c1', 3, 'self_contradiction', true, 'error', null, null),
    ('r1', 'again', 'c2', 1, 'self_contradiction', true, 'ok', 'right', true)
) as given (
    run_id, system_id, case_id, attempt, validator_id, is_primary_validator, status, outcome,
    is_right
);

-- expect metrics.contradiction_outcomes
from (
    values
    ('r1', 'maia', 'self_contradiction', 'all', 'all', 'consistent', true, 3, 3),
    ('r1', 'maia', 'self_contradiction', 'all', 'all', 'contradiction', true, 1, 1),
    ('r1', 'maia', 'self_contradiction', 'all', 'all', 'undetermined', true, 2, 2),
    ('r1', 'maia', 'self_contradiction', 'all', 'all', 'missing', true, 1, 1),
    ('r1', 'maia', 'self_contradiction', 'all', 'all', 'error', true, 2, 2),
    ('r1', 'maia', 'self_contradiction', 'all', 'all', 'unjudged', true, 1, 1),
    ('r1', 'raw_llm', 'self_contradiction', 'all', 'all', 'consistent', true, 0, 0),
    ('r1', 'raw_llm', 'self_contradiction', 'all', 'all', 'contradiction', true, 0, 0),
    ('r1', 'raw_llm', 'self_contradiction', 'all', 'all', 'undetermined', true, 1, 1),
    ('r1', 'raw_llm', 'self_contradiction', 'all', 'all', 'missing', true, 0, 0),
    ('r1', 'raw_llm', 'self_contradiction', 'all', 'all', 'error', true, 0, 0),
    ('r1', 'raw_llm', 'self_contradiction', 'all', 'all', 'unjudged', true, 0, 0),
    ('r1', 'silent', 'self_contradiction', 'all', 'all', 'consistent', true, 0, 0),
    ('r1', 'silent', 'self_contradiction', 'all', 'all', 'contradiction', true, 0, 0),
    ('r1', 'silent', 'self_contradiction', 'all', 'all', 'undetermined', true, 0, 0),
    ('r1', 'silent', 'self_contradiction', 'all', 'all', 'missing', true, 1, 1),
    ('r1', 'silent', 'self_contradiction', 'all', 'all', 'error', true, 0, 0),
    ('r1', 'silent', 'self_contradiction', 'all', 'all', 'unjudged', true, 0, 0),
    -- Four conversations about two cases.
    ('r1', 'again', 'self_contradiction', 'all', 'all', 'consistent', true, 2, 4 / 3),
    ('r1', 'again', 'self_contradiction', 'all', 'all', 'contradiction', true, 1, 1 / 3),
    ('r1', 'again', 'self_contradiction', 'all', 'all', 'undetermined', true, 0, 0),
    ('r1', 'again', 'self_contradiction', 'all', 'all', 'missing', true, 0, 0),
    ('r1', 'again', 'self_contradiction', 'all', 'all', 'error', true, 1, 1 / 3),
    ('r1', 'again', 'self_contradiction', 'all', 'all', 'unjudged', true, 0, 0)
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value, outcome, is_primary_validator,
    conversation_count, case_sum
);
