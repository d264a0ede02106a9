-- Each verdict and figure of conflicting runs that a log mentions, recorded or in this call.
--
-- What only an earlier reading of a file of this call had is not among them.
--
-- grain: kind, run_id, subject, family

create or replace temp table spoken_of as
select distinct
    kind,
    run_id,
    subject,
    family
from kept_events
where
    family is not null
    and not is_read_again
    and kind in ('verdict_recorded', 'score_reported')
union
select distinct
    kind,
    run_id,
    subject,
    family
from read_events
where is_mapped and kind in ('verdict_recorded', 'score_reported');
