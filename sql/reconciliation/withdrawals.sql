-- Retractions of what no longer stands: every revision of it that was not retracted before.
--
-- grain: event_id

create or replace temp table withdrawals as

with ended as (
    select *
    from decided
    where event_id is null and unaided_event_id is not null
),

present_validators as (
    select distinct
        run_id,
        source,
        split_part(subject, '/', -1) as validator_part
    from read_events
    where kind = 'verdict_recorded'
),

reasons as (
    select
        ended.kind,
        ended.run_id,
        ended.subject,
        coalesce(ended.source, ended.newest_source) as source,
        ended.source is null as is_unread,
        case
            when ended.source is null
                then format(
                    'the reader of {} no longer reads this from {}',
                    source_format(ended.newest_source),
                    source_name(ended.newest_source)
                )
            when ended.reason is not null then ended.reason
            when ended.kind = 'score_reported'
                then format(
                    '{}, the newest log of this run, does not report this',
                    source_name(ended.source)
                )
            when present_validators.source is null
                then format(
                    'retired: {}, the newest log of this run, has no scorer {}',
                    source_name(ended.source),
                    url_decode(split_part(ended.subject, '/', -1))
                )
            else format(
                '{}, the newest log of this run, has no such verdict', source_name(ended.source)
            )
        end as reason
    from ended
    left join present_validators
        on
            ended.run_id = present_validators.run_id
            and ended.source = present_validators.source
            and split_part(ended.subject, '/', -1) = present_validators.validator_part
),

ended_events as (
    select
        recorded_events.event_id,
        reasons.run_id,
        reasons.source,
        reasons.reason,
        reasons.is_unread
    from recorded_events
    inner join reasons using (kind, run_id, subject)
    where not recorded_events.is_retracted
    union
    select
        read_events.event_id,
        reasons.run_id,
        reasons.source,
        reasons.reason,
        reasons.is_unread
    from read_events
    inner join reasons using (kind, run_id, subject)
    anti join recorded_events using (event_id)
)

select
    event_id,
    run_id,
    source,
    reason,
    is_unread
from ended_events;
