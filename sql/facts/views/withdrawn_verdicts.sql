-- Verdicts that no longer count, and why: those of a scorer that was retired, for one.
--
-- A verdict that stands again in another revision is not here.
--
-- grain: run_id, system_id, validator_id, reason

create or replace view facts.withdrawn_verdicts as

with retractions as (
    select
        events.event_id as retraction_id,
        try_cast(json_extract_string(events.payload, '$.event_id') as uuid) as event_id,
        json_extract_string(events.payload, '$.reason') as reason
    from log.events
    where events.kind = 'retracted'
),

standing_retractions as (
    select
        retractions.event_id,
        any_value(retractions.reason) as reason
    from retractions
    anti join retractions as withdrawn on retractions.retraction_id = withdrawn.event_id
    group by retractions.event_id
),

retracted_verdicts as (
    select distinct
        events.run_id,
        json_extract_string(events.payload, '$.system_id') as system_id,
        json_extract_string(events.payload, '$.case_id') as case_id,
        coalesce(json_extract_string(events.payload, '$.attempt')::integer, 1) as attempt,
        json_extract_string(events.payload, '$.validator_id') as validator_id,
        standing_retractions.reason
    from log.events
    inner join log.withdrawn_events using (run_id, event_id)
    inner join standing_retractions using (event_id)
    where events.kind = 'verdict_recorded' and withdrawn_events.reason = 'retracted'
)

select
    run_id,
    system_id,
    validator_id,
    reason,
    count(*) as verdict_count
from retracted_verdicts
anti join facts.verdicts using (run_id, system_id, case_id, attempt, validator_id)
group by all;
