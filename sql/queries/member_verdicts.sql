-- What the members of a panel have said of responses already, by the digests that they have now.
--
-- Without a digest the version tells. Only verdicts on the revision of the response that is there.
--
-- Parameters: run_id, validator_ids, validator_parts (the ids as subjects spell them),
-- validator_digests, validator_versions (four lists of one length), positions (of responses).
--
-- grain: response_event_id, validator_id

with members as (
    select
        unnest($validator_ids) as validator_id,
        unnest($validator_parts) as validator_part,
        unnest($validator_digests) as validator_digest,
        unnest($validator_versions) as validator_version
),

chosen_responses as (
    select
        event_id,
        position,
        revision,
        subject
    from log.events
    where
        run_id = $run_id
        and position between list_min($positions) and list_max($positions)
        and list_contains($positions, position)
),

member_subjects as (
    select
        chosen_responses.event_id as response_event_id,
        chosen_responses.position,
        chosen_responses.revision,
        members.validator_id,
        members.validator_digest,
        members.validator_version,
        chosen_responses.subject || '/' || members.validator_part as subject
    from chosen_responses
    cross join members
)

select
    member_subjects.response_event_id,
    member_subjects.validator_id,
    verdicts.payload as verdict
from log.current_events as verdicts
inner join member_subjects on verdicts.subject = member_subjects.subject
where
    verdicts.run_id = $run_id
    and verdicts.kind = 'verdict_recorded'
    and verdicts.payload is not null
    and coalesce(
        verdicts.payload ->> '$.response_event_id' = member_subjects.response_event_id::varchar,
        member_subjects.revision = 1 or verdicts.position > member_subjects.position
    )
    and verdicts.payload ->> '$.validator_digest'
    is not distinct from member_subjects.validator_digest
    and (
        member_subjects.validator_digest is not null
        or verdicts.payload ->> '$.validator_version' = member_subjects.validator_version
    )
