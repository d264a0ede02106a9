-- Inspect logs to events: the run, its cases, and what was answered and judged in each epoch.
--
-- Reads `records` (ordinal, locus, record), made from an .eval archive or a .json log alike, and
-- the variable `source`; the macros lie in the folder beside it. A merge patch onto nothing
-- leaves out what is null.
--
-- A score's value is read as Inspect reads it: C, yes, true and 1 are right; I, no, false and 0
-- are wrong; P is half a point; N abstains; numbers and numeric text from 0 to 1 are scores.
-- From one half on, an answer counts as right. Whatever else a scorer wrote is unscored and kept
-- as `scorer_value`, where Inspect would count 0. A dict or list has named scores, and an outcome
-- only where it holds exactly one value. Every state an edited score has been in is a verdict.
--
-- Answer and confidence are those the scorers first noted: editing a score does not change what
-- was answered. A verdict names the response it judged by a digest, so that it comes again
-- where the response was revised and the score stayed the same.
--
-- grain: ordinal, kind, subject, state of the score

with parsed_records as (
    select
        ordinal,
        parsed_record(record) as fields
    from records
),

samples as (
    select
        ordinal,
        fields.run_id,
        fields.suite,
        fields.model as system_id,
        coalesce(fields.sample.epoch, 1) as attempt,
        fields.sample as sampled
    from parsed_records
    where fields.kind = 'sample'
),

cases as (
    select
        ordinal,
        0 as step,
        'case_generated' as kind,
        run_id,
        null as occurred_at,
        case_payload(sampled, suite) as payload
    from samples
    where sampled.is_first_epoch
),

unrolled_scores as (
    select
        ordinal,
        unnest(sampled.scores) as state,
        generate_subscripts(sampled.scores, 1) as state_number
    from samples
),

score_states as (
    select
        ordinal,
        state_number,
        state,
        case
            when json_type(state.metadata, '$.confidence') in ('DOUBLE', 'BIGINT', 'UBIGINT')
                then json_extract_string(state.metadata, '$.confidence')::double
        end as confidence
    from unrolled_scores
),

first_notes as (
    select
        ordinal,
        arg_min(state.answer, state_number) as answer,
        arg_min(confidence, state_number) filter (where confidence between 0 and 1) as confidence,
        arg_min(confidence, state_number) as any_confidence
    from score_states
    where state.edit is null
    group by ordinal
),

responses as (
    select
        samples.ordinal,
        0.5 as step,
        'response_recorded' as kind,
        samples.run_id,
        samples.sampled.completed_at as occurred_at,
        if(
            first_notes.confidence is null and first_notes.any_confidence is not null,
            [{
                'path': 'scores.metadata.confidence',
                'was': first_notes.any_confidence::varchar,
                'rule': 'confidence outside 0 to 1 becomes null'
            }::json],
            []
        ) as confidence_repairs,
        json_merge_patch('{}', json_object(
            'case_id', samples.sampled.case_id,
            'system_id', samples.system_id,
            'attempt', samples.attempt,
            'status', case
                when samples.sampled.error is not null then 'error'
                when not samples.sampled.has_answer then 'missing'
                else 'ok'
            end,
            'text', samples.sampled.text,
            'answer', first_notes.answer,
            'confidence', first_notes.confidence,
            'confidence_kind', if(first_notes.confidence is null, null, 'stated'),
            'latency_ms', 1000 * coalesce(
                samples.sampled.output_time,
                samples.sampled.working_time,
                samples.sampled.total_time
            ),
            'tokens_in', list_sum([usage.input_tokens for usage in samples.sampled.model_usage]),
            'tokens_out', list_sum([usage.output_tokens for usage in samples.sampled.model_usage]),
            'cost_usd', list_sum([usage.total_cost for usage in samples.sampled.model_usage]),
            'error', samples.sampled.error,
            'limit', samples.sampled.limit,
            'repairs', nullif(
                coalesce(samples.sampled.response_repairs::json[], []) || confidence_repairs, []
            )
        )) as payload
    from samples
    left join first_notes using (ordinal)
),

unrolled_leaves as (
    select
        ordinal,
        state_number,
        unnest(state.leaves) as leaf,
        generate_subscripts(state.leaves, 1) as leaf_number
    from score_states
),

leaf_scores as (
    select
        ordinal,
        state_number,
        leaf.name as leaf_name,
        leaf_number,
        json_type(leaf.value) as value_type,
        json_extract_string(leaf.value, '$') as value_text,
        score_number(value_type, value_text) as number,
        coalesce(number between 0 and 1, false) as is_score
    from unrolled_leaves
),

read_values as (
    select
        ordinal,
        state_number,
        count(*) as leaf_count,
        any_value(value_type) as value_type,
        any_value(value_text) as value_text,
        any_value(number) as score,
        list(row(leaf_name, number) order by leaf_number) filter (
            where leaf_name is not null and is_score
        ) as named_scores
    from leaf_scores
    group by ordinal, state_number
),

judged_states as (
    select
        samples.ordinal,
        samples.run_id,
        samples.system_id,
        samples.attempt,
        samples.sampled,
        score_states.state_number,
        score_states.state,
        read_values.score,
        coalesce(read_values.value_text = 'N', false) as is_abstention,
        left(sha256(responses.payload), 16) as response_digest,
        nullif(trim(score_states.state.explanation), '') as explanation,
        if(samples.sampled.invalidation is null, read_values.named_scores, null) as named_scores,
        case
            when samples.sampled.invalidation is not null
                then concat(
                    'invalidated: ',
                    coalesce(samples.sampled.invalidation.reason, 'the log gives no reason')
                )
            when score_states.state.is_named and coalesce(read_values.leaf_count, 0) != 1
                then format('{} named scores, no single one', len(coalesce(named_scores, [])))
            when read_values.value_type is null then 'the scorer gave no value'
            when read_values.score is null
                then format('the scorer gave {}, which is no score', score_states.state.value)
            when not read_values.score between 0 and 1
                then format('the scorer gave {}, outside 0 to 1', score_states.state.value)
        end as objection
    from score_states
    inner join samples using (ordinal)
    inner join responses using (ordinal)
    left join read_values using (ordinal, state_number)
),

verdicts as (
    select
        ordinal,
        state_number as step,
        'verdict_recorded' as kind,
        run_id,
        coalesce(state.edit.edited_at, sampled.completed_at) as occurred_at,
        json_object(
            'case_id', sampled.case_id,
            'system_id', system_id,
            'attempt', attempt,
            'validator_id', state.validator_id,
            'outcome', case
                when objection is not null then 'unscored'
                when is_abstention then 'abstained'
                when score >= 0.5 then 'right'
                else 'wrong'
            end,
            'score', if(objection is null, score, null),
            'scores', map_from_entries(named_scores)::json,
            'reason', case
                when objection is not null then concat_ws(': ', objection, explanation)
                when score not in (0, 1)
                    then concat_ws(
                        ': ', format('{} of a point, right from 0.5 on', score), explanation
                    )
                else coalesce(explanation, format('the scorer gave {}', state.value))
            end,
            'tags', if(state.tag is null, null, [state.tag]),
            'scorer_value', state.value,
            'metadata', state.metadata,
            'edit', state.edit,
            'invalidation', sampled.invalidation,
            'response_digest', response_digest,
            'repairs', state.repairs
        ) as payload
    from judged_states
),

run_starts as (
    select
        ordinal,
        0 as step,
        'run_started' as kind,
        fields.run_id,
        fields.started.created as occurred_at,
        run_started_payload(fields) as payload
    from parsed_records
    where fields.kind = 'run_started'
),

run_ends as (
    select
        ordinal,
        0 as step,
        'run_finished' as kind,
        fields.run_id,
        fields.finished.stats.completed_at as occurred_at,
        run_finished_payload(fields) as payload
    from parsed_records
    where fields.kind = 'run_finished'
),

events as (
    select * from run_starts
    union all
    select * from cases
    union all
    select * exclude (confidence_repairs) from responses
    union all
    select * from verdicts
    union all
    select * from run_ends
)

select
    events.ordinal,
    records.locus,
    events.kind,
    events.run_id,
    null::varchar as subject,
    null::varchar as supersedes,
    null::integer as schema_version,
    -- A time without an offset is local to a machine nobody knows.
    if(
        regexp_full_match(events.occurred_at, '.*\d(Z|[+-]\d\d:?\d\d)'), events.occurred_at, null
    ) as occurred_at,
    getvariable('source')::varchar as source,
    json_merge_patch('{}', events.payload)::json as payload
from events
inner join records using (ordinal)
order by events.ordinal, events.step
