-- Cases that a reader no longer makes of a file, and the start and end of a run that it no longer
-- makes at all.
--
-- Other files may have the same case, and say it in the same words, so that only the first is
-- named as its source: a case stays where an answer to it, or a verdict on one, comes from
-- elsewhere or is read in this call. A run stays where anything else of it stands.
--
-- grain: kind, run_id, subject

create or replace temp table abandoned_events as

with standing_elsewhere as (
    select
        kind,
        run_id,
        subject
    from kept_events
    where not is_retracted and not is_read_again
),

answered_cases as (
    select distinct
        run_id,
        split_part(subject, '/', 1) as subject
    from standing_elsewhere
    where kind in ('response_recorded', 'verdict_recorded')
    union
    select distinct
        run_id,
        split_part(subject, '/', 1) as subject
    from read_events
    where kind in ('response_recorded', 'verdict_recorded')
),

remaining_runs as (
    select distinct run_id
    from read_events
    union
    select distinct run_id
    from standing_elsewhere
    where
        kind in (
            'run_started', 'case_generated', 'response_recorded', 'verdict_recorded',
            'score_reported', 'drift_detected', 'run_finished'
        )
)

select
    kind,
    run_id,
    subject
from kept_events
anti join answered_cases using (run_id, subject)
where is_read_again and kind = 'case_generated'
union
select
    kind,
    run_id,
    subject
from kept_events
where
    is_read_again
    and kind in ('run_started', 'run_finished')
    and run_id not in (select remaining_runs.run_id from remaining_runs);
