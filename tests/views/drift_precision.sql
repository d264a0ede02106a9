-- Of power's three flags two are right, of tradition's one none; nothing else is flagged.

-- given facts.drift_values
from (
    values
    -- power: flagged in two of its three crises, and once in a quiet week.
    ('maia', 'p1', 2, 'power', 'ok', true, true),
    ('maia', 'p1', 3, 'power', 'ok', true, true),
    ('maia', 'p1', 4, 'power', 'ok', true, false),
    ('maia', 'p1', 5, 'power', 'ok', false, true),
    ('maia', 'p1', 6, 'power', 'ok', false, false),
    -- A first week, in crisis: no crash can mark it.
    ('maia', 'p1', 1, 'power', 'ok', true, null),
    -- Flagged, and the truth is not known.
    ('maia', 'p1', 7, 'power', 'ok', null, true),
    -- security: never flagged, in crisis once; one crisis was lost, a quiet week never came.
    ('maia', 'p1', 2, 'security', 'ok', true, false),
    ('maia', 'p1', 3, 'security', 'error', true, null),
    ('maia', 'p1', 4, 'security', 'missing', false, null),
    -- hedonism: quiet, and not flagged. tradition: quiet, and flagged.
    ('maia', 'p1', 2, 'hedonism', 'ok', false, false),
    ('maia', 'p1', 2, 'tradition', 'unparsable', true, null),
    ('maia', 'p1', 3, 'tradition', 'ok', false, true)
) as given (system_id, persona_id, week, value_dim, status, is_crisis, is_flagged);

-- expect metrics.drift_precision
from (
    values
    ('value_dim', 'power', '', 3, 0, 0, 1, 2 / 3, null, null),
    ('value_dim', 'security', '', 0, 0, 1, 0, null, null, null),
    ('value_dim', 'hedonism', '', 0, 0, 0, 0, null, null, null),
    ('value_dim', 'tradition', '', 1, 1, 0, 0, 0, null, null),
    ('all', 'all', 'average=micro', 4, 1, 1, 1, 2 / 4, null, null),
    -- The mean of two values; the other two have no precision.
    ('all', 'all', 'average=macro', 2, 1, 1, 2, 1 / 3, null, null)
) as expected (
    slice_name, slice_value, variant,
    scored_count, missing_count, error_count, unscored_count,
    drift_precision, ci_low, ci_high
);
