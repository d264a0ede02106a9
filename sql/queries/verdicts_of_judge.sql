-- Each recorded verdict of a judge that nobody has retracted, superseded ones among them.
--
-- The judge is a digest, or its beginning, or the text of macros.judge_identity. is_current where
-- the verdict counts now.
--
-- Parameters: judge, run_id; the latter null for all runs.
--
-- grain: event_id

with verdicts as (
    select
        events.run_id,
        events.event_id,
        events.position,
        events.subject,
        from_json(events.payload, '{
            "system_id": "VARCHAR", "validator_id": "VARCHAR", "validator_version": "VARCHAR",
            "validator_digest": "VARCHAR",
            "judge": {"model": "VARCHAR", "prompt_sha256": "VARCHAR"}
        }') as fields
    from log.events
    where events.kind = 'verdict_recorded' and coalesce(events.run_id = $run_id, true)
),

identities as (
    select
        run_id, event_id, position, subject,
        fields.system_id,
        fields.validator_id,
        fields.validator_digest,
        macros.judge_identity(
            fields.validator_id,
            fields.validator_version,
            fields.validator_digest,
            fields.judge.model,
            fields.judge.prompt_sha256
        ) as judge
    from verdicts
)

select
    identities.run_id,
    identities.system_id,
    identities.validator_id,
    identities.validator_digest,
    identities.judge,
    identities.event_id,
    withdrawn_events.event_id is null as is_current
from identities
left join log.withdrawn_events
    on
        identities.run_id = withdrawn_events.run_id
        and identities.event_id = withdrawn_events.event_id
where
    (identities.judge = $judge or starts_with(identities.validator_digest, $judge))
    and withdrawn_events.reason is distinct from 'retracted'
order by identities.run_id, identities.position
