-- Of four triggers that fired three were held back; the profile's are not counted.

-- given facts.drift_detections
from (
    values
    ('maia', 'p1', 2, 'power', 'crash', true),
    ('maia', 'p1', 3, 'power', 'rut', true),
    -- The same week may crash and be a rut: two triggers.
    ('maia', 'p1', 2, 'security', 'crash', false),
    ('maia', 'p1', 2, 'security', 'rut', true),
    ('maia', 'p1', 2, 'profile', 'crash', true),
    -- Only its profile fired: nothing that is counted.
    ('other', 'p1', 2, 'profile', 'crash', true)
) as given (system_id, persona_id, week, value_dim, trigger, is_suppressed);

-- given facts.drift_values
from (
    values
    ('maia', 'p1', 2, 'power'),
    -- No trigger of this value fired.
    ('maia', 'p1', 2, 'tradition'),
    ('other', 'p1', 2, 'power')
) as given (system_id, persona_id, week, value_dim);

-- expect metrics.suppression_rate
from (
    values
    ('maia', 'all', 'all', 4, 0, 0, 0, 3 / 4, null, null),
    ('maia', 'value_dim', 'power', 2, 0, 0, 0, 1, null, null),
    ('maia', 'value_dim', 'security', 2, 0, 0, 0, 1 / 2, null, null),
    ('maia', 'trigger', 'crash', 2, 0, 0, 0, 1 / 2, null, null),
    ('maia', 'value_dim', 'tradition', 0, 0, 0, 0, null, null, null),
    ('maia', 'trigger', 'rut', 2, 0, 0, 0, 1, null, null),
    ('other', 'all', 'all', 0, 0, 0, 0, null, null, null),
    ('other', 'value_dim', 'power', 0, 0, 0, 0, null, null, null)
) as expected (
    system_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count,
    suppression_rate, ci_low, ci_high
);
