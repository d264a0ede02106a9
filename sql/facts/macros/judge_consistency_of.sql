-- How often a judge says something else of a reply that it has judged already.
--
-- Of the replies that one identity (macros.judge_identity) judged several times: by the votes of a
-- verdict, else by its revisions of the same response, those that were retracted left out.
-- changed_count is of replies of which not all judgements have the same outcome, and inconsistency
-- the mean chance that two judgements of a reply differ: with two of each, the share that changed.
-- The interval of the share that changed is Wilson's. A verdict that is equal in every word is
-- recorded once, and a question that the log answers is not asked again, so ask for votes.
-- `selected_run_id` null stands for all runs.
--
-- grain: judge

create or replace macro macros.judge_consistency_of(selected_run_id) as table

    with recorded as (
        select
            events.run_id,
            events.event_id,
            events.subject,
            from_json(events.payload, '{
                "validator_id": "VARCHAR", "validator_version": "VARCHAR",
                "validator_digest": "VARCHAR", "outcome": "VARCHAR",
                "response_event_id": "VARCHAR",
                "judge": {
                    "model": "VARCHAR", "prompt_sha256": "VARCHAR",
                    "votes": "MAP(VARCHAR, BIGINT)"
                }
            }') as fields
        from log.events
        where
            events.kind = 'verdict_recorded'
            and (selected_run_id is null or events.run_id = selected_run_id)
            and events.event_id not in (
                select withdrawn_events.event_id
                from log.withdrawn_events
                where withdrawn_events.reason = 'retracted'
            )
    ),

    judgements as (
        select
            run_id, event_id, subject,
            fields.response_event_id,
            macros.judge_identity(
                fields.validator_id,
                fields.validator_version,
                fields.validator_digest,
                fields.judge.model,
                fields.judge.prompt_sha256
            ) as judge,
            unnest(
                case
                    when coalesce(cardinality(fields.judge.votes), 0) > 0
                        then map_entries(fields.judge.votes)
                    else map_entries(map([fields.outcome], [1::bigint]))
                end
            ) as vote
        from recorded
        where
            fields.validator_id not like 'human:%'
            and fields.outcome not in ('unscored', 'error', 'measured')
    ),

    outcomes as (
        select
            run_id, subject, response_event_id, judge,
            vote.key as outcome,
            sum(vote.value) as judgement_count
        from judgements
        group by all
    ),

    replies as (
        select
            run_id, subject, response_event_id, judge,
            sum(judgement_count) as judgement_count,
            sum(judgement_count * (judgement_count - 1)) as same_pair_count,
            count(*) > 1 as is_changed
        from outcomes
        where judgement_count > 0
        group by all
        having sum(judgement_count) > 1
    )

    select
        judge,
        count(*) as repeated_count,
        sum(judgement_count)::bigint as judgement_count,
        count(*) filter (where is_changed) as changed_count,
        avg(1e0 - same_pair_count / (judgement_count * (judgement_count - 1))) as inconsistency,
        count(*) filter (where is_changed) / count(*) as changed_share,
        macros.wilson_low(count(*) filter (where is_changed), count(*)) as changed_low,
        macros.wilson_high(count(*) filter (where is_changed), count(*)) as changed_high
    from replies
    group by judge;
