-- What each validator said of each attempt, and which revision of the response it judged.
--
-- The judged revision is the one response_event_id names, else the newest one that was there
-- when the verdict came. A verdict on another text, or other turns, than those of the current
-- revision judges nothing that still stands: it is unscored, and its reason says so. The log
-- keeps what it said. A revision that changes only the parsed answer, tokens or the like leaves
-- the verdicts as they are; where a response has no text, the answer is what was said.
--
-- A verdict is a rating, one that says whether the answer is right, where it says so itself or its
-- run names the validator among its raters. In a run where nothing says what rates, factual does.
-- A person, a validator named `human:NAME`, rates unless the verdict says otherwise, and says
-- nothing about the others.
--
-- validator_digest says by what code, data and settings it judged, judge_model by which model, and
-- judge_prompt_sha256 by which template; null where the verdict does not say. Labels drawn to
-- certify a judge name it, certified_judge, and their set; no other label has one.
--
-- Of a verdict whose payload was taken out the key is left, which its subject says, too.
--
-- grain: run_id, system_id, case_id, attempt, validator_id
-- empty without: verdict_recorded

with recorded_verdicts as (
    select
        run_id,
        position,
        event_id,
        -- The response's subject is the verdict's without its last part.
        subject[:-(strpos(reverse(subject), '/') + 1)] as response_subject,
        if(payload is null, string_split(subject, '/'), null) as key_parts,
        from_json(payload, '{
            "case_id": "VARCHAR", "system_id": "VARCHAR", "attempt": "INTEGER",
            "validator_id": "VARCHAR", "validator_version": "VARCHAR",
            "validator_digest": "VARCHAR", "outcome": "VARCHAR", "score": "DOUBLE",
            "value": "DOUBLE", "is_rating": "BOOLEAN", "reason": "VARCHAR",
            "tags": ["VARCHAR"], "response_event_id": "UUID",
            "judge": {"model": "VARCHAR", "prompt_sha256": "VARCHAR"},
            "sampling_probability": "DOUBLE",
            "label_set": {"label_set_id": "VARCHAR", "size": "BIGINT", "judge": "VARCHAR"}
        }') as fields
    from current_events
    where kind = 'verdict_recorded'
),

declared_raters as (
    select
        run_id,
        from_json(payload, '{"raters": ["VARCHAR"]}').raters as raters
    from current_events
    where kind = 'run_started'
),

runs_with_ratings as (
    select distinct run_id
    from recorded_verdicts
    where fields.is_rating is not null and fields.validator_id not like 'human:%'
),

revised_responses as (
    select distinct
        run_id,
        subject
    from touched_events
    where kind = 'response_recorded' and revision > 1
),

response_revisions as (
    select
        touched_events.run_id,
        touched_events.subject,
        touched_events.position,
        touched_events.event_id,
        touched_events.revision,
        coalesce(
            json_extract_string(touched_events.payload, '$.text')
            || coalesce(json_extract_string(touched_events.payload, '$.turns'), ''),
            json_extract_string(touched_events.payload, '$.turns'),
            json_extract_string(touched_events.payload, '$.answer')
        ) as said,
        touched_events.event_id in (
            select event_id
            from current_events
            where kind = 'response_recorded'
        ) as is_current
    from touched_events
    inner join revised_responses using (run_id, subject)
    where touched_events.kind = 'response_recorded'
),

-- Only responses that were revised leave any doubt.
judged_revisions as (
    select
        recorded_verdicts.event_id,
        recorded_verdicts.run_id,
        recorded_verdicts.response_subject,
        coalesce(
            max(response_revisions.revision) filter (
                where response_revisions.event_id = recorded_verdicts.fields.response_event_id
            ),
            max(response_revisions.revision) filter (
                where response_revisions.position < recorded_verdicts.position
            ),
            1
        ) as judged_revision,
        max(response_revisions.revision) filter (
            where response_revisions.is_current
        ) as current_revision
    from recorded_verdicts
    inner join response_revisions
        on
            recorded_verdicts.run_id = response_revisions.run_id
            and recorded_verdicts.response_subject = response_revisions.subject
    group by all
),

objections as (
    select
        judged_revisions.event_id,
        judged_revisions.judged_revision,
        case
            when (judged.said is not distinct from newest.said) then null
            when judged_revisions.judged_revision < judged_revisions.current_revision
                then 'judged an earlier response'
            when judged_revisions.judged_revision > judged_revisions.current_revision
                then 'judged a retracted response'
        end as objection
    from judged_revisions
    inner join response_revisions as judged
        on
            judged_revisions.run_id = judged.run_id
            and judged_revisions.response_subject = judged.subject
            and judged_revisions.judged_revision = judged.revision
    left join response_revisions as newest
        on
            judged_revisions.run_id = newest.run_id
            and judged_revisions.response_subject = newest.subject
            and judged_revisions.current_revision = newest.revision
),

verdicts_in_force as (
    select
        recorded_verdicts.run_id,
        recorded_verdicts.event_id,
        recorded_verdicts.fields,
        recorded_verdicts.key_parts,
        coalesce(objections.judged_revision, 1) as judged_revision,
        objections.objection
    from recorded_verdicts
    left join objections using (event_id)
)

select
    verdicts_in_force.run_id,
    coalesce(fields.system_id, url_decode(key_parts[2])) as system_id,
    coalesce(fields.case_id, url_decode(key_parts[1])) as case_id,
    coalesce(fields.attempt, try_cast(key_parts[3] as integer), 1) as attempt,
    coalesce(fields.validator_id, url_decode(key_parts[4])) as validator_id,
    fields.validator_version,
    fields.validator_digest,
    fields.judge.model as judge_model,
    fields.judge.prompt_sha256 as judge_prompt_sha256,
    if(objection is null, fields.outcome, 'unscored') as outcome,
    if(objection is null and fields.outcome != 'measured', fields.score, null) as score,
    if(objection is null, fields.value, null) as value,
    case
        when fields.validator_id like 'human:%' then coalesce(fields.is_rating, true)
        when fields.is_rating or list_contains(declared_raters.raters, fields.validator_id)
            then true
        when
            declared_raters.raters is null
            and runs_with_ratings.run_id is null
            then fields.validator_id = 'factual'
        else false
    end as is_rating,
    coalesce(objection, fields.reason) as reason,
    coalesce(fields.tags, []) as tags,
    fields.sampling_probability,
    fields.label_set.label_set_id,
    fields.label_set.size as label_set_size,
    fields.label_set.judge as certified_judge,
    judged_revision::integer as judged_revision,
    event_id
from verdicts_in_force
left join declared_raters using (run_id)
left join runs_with_ratings using (run_id)
