-- Scores of 1, 0.5 and 0, and a reply that never came: 0.375 on average.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'evidence', 'ok', 'right', 1, true),
    ('r1', 'maia', 'c2', 'evidence', 'ok', 'right', 0.5, true),
    -- Without a graded score the outcome says it all.
    ('r1', 'maia', 'c3', 'evidence', 'ok', 'wrong', null, false),
    ('r1', 'maia', 'c4', 'evidence', 'missing', null, null, false),
    -- No evidence was asked for, so there is none to grade; and one error.
    ('r1', 'maia', 'c5', 'evidence', 'ok', 'unscored', null, null),
    ('r1', 'maia', 'c6', 'evidence', 'error', null, null, null),
    -- A case that the validator was not to judge does not count as well evidenced.
    ('r1', 'maia', 'c7', 'factual', 'ok', 'right', 1, true),
    -- Nothing was looked at: no value, and certainly not 1.
    ('r1', 'raw_llm', 'c1', 'evidence', 'ok', 'unscored', null, null)
) as given (run_id, system_id, case_id, validator_id, status, outcome, score, is_right);

-- expect metrics.evidence_quality
from (
    values
    ('r1', 'maia', 'evidence', 'all', 'all', 4, 1, 1, 1, 0.375),
    ('r1', 'raw_llm', 'evidence', 'all', 'all', 0, 0, 0, 1, null)
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count, evidence_quality
);
