-- Of four replies that came and were judged, three have the form asked for.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'format_compliance', 'ok', 'right', true),
    ('r1', 'maia', 'c2', 'format_compliance', 'ok', 'right', true),
    ('r1', 'maia', 'c3', 'format_compliance', 'ok', 'right', true),
    -- It came, and nobody can parse it.
    ('r1', 'maia', 'c4', 'format_compliance', 'unparsable', 'wrong', false),
    -- It never came: no form to judge, so it stands apart.
    ('r1', 'maia', 'c5', 'format_compliance', 'missing', null, false),
    ('r1', 'maia', 'c6', 'format_compliance', 'error', null, null),
    ('r1', 'maia', 'c7', 'format_compliance', 'ok', null, null),
    -- That another validator finds the answer wrong is another matter.
    ('r1', 'maia', 'c1', 'factual', 'ok', 'wrong', false),
    ('r1', 'raw_llm', 'c1', 'format_compliance', 'missing', null, false)
) as given (run_id, system_id, case_id, validator_id, status, outcome, is_right);

-- expect metrics.format_compliance_rate
from (
    values
    (
        'r1', 'maia', 'format_compliance', 'all', 'all', 4, 1, 1, 1,
        0.75, 0.300641842582402, 0.954412739190299
    ),
    ('r1', 'raw_llm', 'format_compliance', 'all', 'all', 0, 1, 0, 0, null, null, null)
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count,
    format_compliance_rate, ci_low, ci_high
);
