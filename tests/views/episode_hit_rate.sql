-- Of four episodes around which a flag is known two were met; of three none is known.

-- given facts.drift_values
from (
    values
    -- In crisis in weeks 3 and 4, flagged in both: one episode, met at once by one alarm.
    ('maia', 'p1', 2, 'power', null, 'ok', false, false),
    ('maia', 'p1', 3, 'power', 'subtle', 'ok', true, true),
    ('maia', 'p1', 4, 'power', 'subtle', 'ok', true, true),
    -- Week 6 was not read: after a gap a second episode begins, which the alarm of week 9 meets.
    ('maia', 'p1', 5, 'power', null, 'ok', false, false),
    ('maia', 'p1', 7, 'power', 'obvious', 'ok', true, false),
    ('maia', 'p1', 8, 'power', 'obvious', 'ok', true, null),
    ('maia', 'p1', 9, 'power', null, 'ok', false, true),
    -- An alarm before the episode meets nothing, and lasts into it: there is no other.
    ('maia', 'p2', 2, 'power', null, 'ok', false, true),
    ('maia', 'p2', 3, 'power', 'obvious', 'ok', true, true),
    -- An alarm three weeks late.
    ('maia', 'p1', 2, 'security', 'subtle', 'ok', true, false),
    ('maia', 'p1', 3, 'security', null, 'ok', false, false),
    ('maia', 'p1', 4, 'security', null, 'ok', false, false),
    ('maia', 'p1', 5, 'security', null, 'ok', false, true),
    -- No flag is known around these: never came, lost, and a first week.
    ('maia', 'p3', 4, 'power', 'subtle', 'missing', true, null),
    ('maia', 'p4', 4, 'power', 'subtle', 'error', true, null),
    ('maia', 'p5', 1, 'power', 'subtle', 'ok', true, null),
    -- An alarm in a week whose truth is not known.
    ('maia', 'p6', 4, 'power', null, 'ok', null, true),
    -- Two episodes two weeks apart, and an alarm in the second one: it meets the first.
    ('chain', 'p1', 2, 'power', 'subtle', 'ok', true, false),
    ('chain', 'p1', 3, 'power', null, 'ok', false, false),
    ('chain', 'p1', 4, 'power', 'obvious', 'ok', true, true)
) as given (system_id, persona_id, week, value_dim, severity, status, is_crisis, is_flagged);

-- expect metrics.episode_hit_rate
from (
    values
    ('maia', 'all', 'all', 4, 1, 1, 1, 2 / 4, 0, 1),
    ('maia', 'value_dim', 'power', 3, 1, 1, 1, 2 / 3, 0, 1),
    ('maia', 'value_dim', 'security', 1, 0, 0, 0, 0, null, null),
    ('maia', 'severity', 'subtle', 2, 1, 1, 1, 1 / 2, null, null),
    ('maia', 'severity', 'obvious', 2, 0, 0, 0, 1 / 2, 0, 1),
    ('chain', 'all', 'all', 2, 0, 0, 0, 1 / 2, null, null),
    ('chain', 'value_dim', 'power', 2, 0, 0, 0, 1 / 2, null, null),
    ('chain', 'severity', 'subtle', 1, 0, 0, 0, 1, null, null),
    ('chain', 'severity', 'obvious', 1, 0, 0, 0, 0, null, null)
) as expected (
    system_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count,
    episode_hit_rate, ci_low, ci_high
);
