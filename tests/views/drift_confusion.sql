-- Flags and crises of each value by their four outcomes; what is not known is in none of them.

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

-- expect metrics.drift_confusion
from (
    values
    ('value_dim', 'power', 2, 1, 1, 1, 0, 0, 2),
    ('value_dim', 'security', 0, 0, 1, 0, 1, 1, 0),
    ('value_dim', 'hedonism', 0, 0, 0, 1, 0, 0, 0),
    ('value_dim', 'tradition', 0, 1, 0, 0, 1, 0, 0),
    ('all', 'all', 2, 2, 2, 2, 2, 1, 2)
) as expected (
    slice_name, slice_value,
    true_positive_count, false_positive_count, false_negative_count, true_negative_count,
    missing_count, error_count, unscored_count
);
