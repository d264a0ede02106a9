-- Of four quiet weeks with a known flag one is flagged; the attributes of a week slice it.

-- given facts.drift_weeks
from (
    values
    ('r1', 'maia', 'p1', 2, 'c12', null, 'ok', false, true, false),
    ('r1', 'maia', 'p1', 3, 'c13', null, 'ok', false, false, false),
    ('r1', 'maia', 'p1', 4, 'c14', null, 'ok', false, false, false),
    ('r1', 'maia', 'p1', 5, 'c15', null, 'ok', false, false, false),
    -- A crisis week is not asked here.
    ('r1', 'maia', 'p1', 6, 'c16', 'subtle', 'ok', true, true, false),
    -- Out, and counted: a first week, one that was lost, and one that never came.
    ('r1', 'maia', 'p1', 1, 'c11', null, 'ok', false, null, false),
    ('r1', 'maia', 'p1', 7, 'c17', null, 'error', false, null, false),
    ('r1', 'maia', 'p1', 8, 'c18', null, 'missing', false, null, false),
    -- Only a first week: there is a row, and no value.
    ('r1', 'brief', 'p1', 1, 'c11', null, 'ok', false, null, false)
) as given (
    run_id, system_id, persona_id, week, case_id, severity, status, is_crisis, is_flagged,
    has_profile
);

-- given facts.case_attributes
from (
    values
    ('r1', 'c12', 'scenario', 'move'),
    ('r1', 'c13', 'scenario', 'move'),
    -- An attribute with the name of a slice is found under another.
    ('r1', 'c14', 'severity', 'high'),
    ('r1', 'c14', 'attribute.severity', 'high'),
    -- A persona is no slice: there are too many.
    ('r1', 'c12', 'persona_id', 'p1')
) as given (run_id, case_id, name, value);

-- expect metrics.false_positive_rate
from (
    values
    ('maia', 'all', 'all', 'by=value', 4, 1, 1, 1, 1 / 4, null, null),
    ('maia', 'scenario', 'move', 'by=value', 2, 0, 0, 0, 1 / 2, null, null),
    ('maia', 'attribute.severity', 'high', 'by=value', 1, 0, 0, 0, 0, null, null),
    ('maia', 'attribute.attribute.severity', 'high', 'by=value', 1, 0, 0, 0, 0, null, null),
    ('brief', 'all', 'all', 'by=value', 0, 0, 0, 1, null, null, null)
) as expected (
    system_id, slice_name, slice_value, variant,
    scored_count, missing_count, error_count, unscored_count,
    false_positive_rate, ci_low, ci_high
);
