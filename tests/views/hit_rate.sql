-- Of four crisis weeks with a known flag three are flagged by a value, and one of the two obvious.

-- given facts.drift_weeks
from (
    values
    ('maia', 'p1', 2, 'c12', 'obvious', 'ok', true, true, false, null),
    ('maia', 'p1', 3, 'c13', 'obvious', 'ok', true, false, false, null),
    ('maia', 'p2', 2, 'c22', 'subtle', 'ok', true, true, false, null),
    ('maia', 'p2', 3, 'c23', 'moderate', 'ok', true, true, false, null),
    -- A quiet week is not asked here, flagged or not.
    ('maia', 'p1', 4, 'c14', null, 'ok', false, true, false, null),
    -- The truth is not known.
    ('maia', 'p1', 5, 'c15', null, 'ok', null, true, false, null),
    -- Out, and counted: never came, not parsed, lost, and a first week that no crash can mark.
    ('maia', 'p3', 2, 'c32', 'subtle', 'missing', true, null, false, null),
    ('maia', 'p3', 3, 'c33', 'subtle', 'unparsable', true, null, false, null),
    ('maia', 'p3', 4, 'c34', 'subtle', 'error', true, null, false, null),
    ('maia', 'p4', 1, 'c41', 'subtle', 'ok', true, null, false, null),
    -- Never in crisis: no row.
    ('quiet', 'p1', 2, 'c12', null, 'ok', false, true, false, null),
    -- Looked at its profiles too: the one week that the values miss, the profile flags.
    ('both', 'p1', 2, 'c12', 'obvious', 'ok', true, false, true, true),
    ('both', 'p1', 3, 'c13', 'obvious', 'ok', true, true, true, null)
) as given (
    system_id, persona_id, week, case_id, severity, status, is_crisis, is_flagged,
    has_profile, is_profile_flagged
);

-- expect metrics.hit_rate
from (
    values
    ('maia', 'all', 'all', 'by=value', 4, 2, 1, 1, 3 / 4, 0.3006418425824, 0.9544127391903),
    (
        'maia', 'severity', 'obvious', 'by=value',
        2, 0, 0, 0, 1 / 2, 0.0945312057342, 0.9054687942658
    ),
    ('maia', 'severity', 'moderate', 'by=value', 1, 0, 0, 0, 1, 0.2065493143772, 1),
    ('maia', 'severity', 'subtle', 'by=value', 1, 2, 1, 1, 1, 0.2065493143772, 1),
    ('both', 'all', 'all', 'by=value', 2, 0, 0, 0, 1 / 2, 0.0945312057342, 0.9054687942658),
    ('both', 'all', 'all', 'by=profile', 1, 0, 0, 1, 1, 0.2065493143772, 1),
    (
        'both', 'severity', 'obvious', 'by=value',
        2, 0, 0, 0, 1 / 2, 0.0945312057342, 0.9054687942658
    ),
    ('both', 'severity', 'obvious', 'by=profile', 1, 0, 0, 1, 1, 0.2065493143772, 1)
) as expected (
    system_id, slice_name, slice_value, variant,
    scored_count, missing_count, error_count, unscored_count,
    hit_rate, ci_low, ci_high
);
