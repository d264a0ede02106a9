-- Of four crisis weeks with a known flag three are flagged by a value, and one of the two obvious.

-- given facts.drift_weeks
from (
    values
    ('maia', 'p1', 2, 'c12', 'obvious', 'ok', true, true, false, null, null),
    ('maia', 'p1', 3, 'c13', 'obvious', 'ok', true, false, false, null, null),
    ('maia', 'p2', 2, 'c22', 'subtle', 'ok', true, true, false, null, null),
    ('maia', 'p2', 3, 'c23', 'moderate', 'ok', true, true, false, null, null),
    -- A quiet week is not asked here, flagged or not.
    ('maia', 'p1', 4, 'c14', null, 'ok', false, true, false, null, null),
    -- The truth is not known.
    ('maia', 'p1', 5, 'c15', null, 'ok', null, true, false, null, null),
    -- Out, and counted: never came, not parsed, lost, and a first week that no crash can mark.
    ('maia', 'p3', 2, 'c32', 'subtle', 'missing', true, null, false, null, null),
    ('maia', 'p3', 3, 'c33', 'subtle', 'unparsable', true, null, false, null, null),
    ('maia', 'p3', 4, 'c34', 'subtle', 'error', true, null, false, null, null),
    ('maia', 'p4', 1, 'c41', 'subtle', 'ok', true, null, false, null, null),
    -- Never in crisis: no row.
    ('quiet', 'p1', 2, 'c12', null, 'ok', false, true, false, null, null),
    -- Looked at its profiles too: the one week that the values miss, the profile flags.
    ('both', 'p1', 2, 'c12', 'obvious', 'ok', true, false, true, true, null),
    ('both', 'p1', 3, 'c13', 'obvious', 'ok', true, true, true, null, null),
    -- Seven of eight weeks rest on unseen acts; elsewhere nobody says.
    -- Four personas of two weeks each: 2, 1, 1 and 2 flagged, 3/4 in all; the residuals are 1/2,
    -- so the error is sqrt(4 * 1/4 * 4/3) / 8, and Student's t has three degrees of freedom.
    ('four', 'p1', 2, 'd12', null, 'ok', true, true, false, null, true),
    ('four', 'p1', 3, 'd13', null, 'ok', true, true, false, null, true),
    ('four', 'p2', 2, 'd22', null, 'ok', true, true, false, null, true),
    ('four', 'p2', 3, 'd23', null, 'ok', true, false, false, null, true),
    ('four', 'p3', 2, 'd32', null, 'ok', true, true, false, null, true),
    ('four', 'p3', 3, 'd33', null, 'ok', true, false, false, null, true),
    ('four', 'p4', 2, 'd42', null, 'ok', true, true, false, null, true),
    ('four', 'p4', 3, 'd43', null, 'ok', true, true, false, null, false),
    -- No persona differs: Wilson over the two of them, not over their four weeks.
    ('even', 'p1', 2, 'd12', null, 'ok', true, true, false, null, true),
    ('even', 'p1', 3, 'd13', null, 'ok', true, true, false, null, true),
    ('even', 'p2', 2, 'd22', null, 'ok', true, true, false, null, true),
    ('even', 'p2', 3, 'd23', null, 'ok', true, true, false, null, true)
) as given (
    system_id, persona_id, week, case_id, severity, status, is_crisis, is_flagged,
    has_profile, is_profile_flagged, has_unseen_acts
);

-- expect metrics.hit_rate
from (
    values
    ('maia', 'all', 'all', 'by=value', 4, 2, 1, 1, 3 / 4, 0, 1, null),
    (
        'maia', 'severity', 'obvious', 'by=value',
        2, 0, 0, 0, 1 / 2, null, null, null
    ),
    ('maia', 'severity', 'moderate', 'by=value', 1, 0, 0, 0, 1, null, null, null),
    ('maia', 'severity', 'subtle', 'by=value', 1, 2, 1, 1, 1, null, null, null),
    ('both', 'all', 'all', 'by=value', 2, 0, 0, 0, 1 / 2, null, null, null),
    ('both', 'all', 'all', 'by=profile', 1, 0, 0, 1, 1, null, null, null),
    (
        'both', 'severity', 'obvious', 'by=value',
        2, 0, 0, 0, 1 / 2, null, null, null
    ),
    ('both', 'severity', 'obvious', 'by=profile', 1, 0, 0, 1, 1, null, null, null),
    ('four', 'all', 'all', 'by=value', 8, 0, 0, 0, 3 / 4, 0.2906534422177, 1, 7 / 8),
    ('even', 'all', 'all', 'by=value', 4, 0, 0, 0, 1, 0.3423802275066, 1, 1)
) as expected (
    system_id, slice_name, slice_value, variant,
    scored_count, missing_count, error_count, unscored_count,
    hit_rate, ci_low, ci_high, unseen_share
);
