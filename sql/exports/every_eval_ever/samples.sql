-- Lines of every_eval_ever 0.3 for the judged attempts of one system: one for each verdict.
--
-- A line needs a score, and whether the answer is right. So attempts that errored, and verdicts
-- that are unscored or measure, give none: `left_out` says why. A missing answer counts as wrong,
-- and its line says that nothing came. What the format has no place for stands in metadata.
--
-- A reply in turns is a conversation, with the role and the text of each; where a turn has no
-- role, the last with a text is the reply. A question in messages is what the user says last, and
-- the messages stand in metadata.
--
-- Parameters: run_id, system_id, evaluation_id, model_id, evaluation_name.
--
-- grain: case_id, attempt, validator_id

with single_attributes as (
    select
        case_id,
        name,
        min(value) as value
    from facts.case_attributes
    where run_id = $run_id
    group by case_id, name
),

attributes_of_cases as (
    select
        case_id,
        map_from_entries(list(row(name, value) order by name, value)) as attributes
    from single_attributes
    group by case_id
),

payloads as (
    select
        event_id,
        payload,
        json_extract(
            payload, case kind when 'case_generated' then '$.messages' else '$.turns' end
        ) as spoken
    from log.current_events
    where run_id = $run_id and kind in ('case_generated', 'response_recorded')
),

conversations as (
    select
        event_id,
        list_transform(
            from_json(spoken, '["JSON"]'),
            lambda turn: {
                'role': json_extract_string(turn, '$.role'),
                'content': if(
                    json_type(turn, '$.content') = 'ARRAY',
                    array_to_string(json_extract_string(turn, '$.content[*].text'), chr(10)),
                    json_extract_string(turn, '$.content')
                )
            }
        ) as turns,
        list_filter(turns, lambda turn: turn.content is not null) as worded,
        list_filter(worded, lambda turn: turn.role = 'user') as of_user
    from payloads
    where json_type(spoken) = 'ARRAY'
),

questions as (
    select
        cases.case_id,
        case
            when json_extract_string(payloads.payload, '$.prompt') is null then payloads.spoken
        end as messages,
        case
            when messages is not null
                then coalesce(
                    conversations.of_user[-1].content, conversations.worded[-1].content, ''
                )
            else coalesce(cases.prompt, '')
        end as prompt,
        case
            when json_type(payloads.payload, '$.expected') = 'ARRAY'
                then list_filter(
                    from_json(json_extract(payloads.payload, '$.expected'), '["VARCHAR"]'),
                    lambda item: item is not null
                )
            when cases.expected is not null then [cases.expected]
        end as expected,
        -- Without one of them the others would have other places.
        if(
            list_bool_and([
                choice != 'NULL'
                for choice in json_type(payloads.payload, '$.choices[*]')
            ]),
            from_json(json_extract(payloads.payload, '$.choices'), '["VARCHAR"]'),
            null
        ) as choices
    from facts.cases
    left join payloads using (event_id)
    left join conversations using (event_id)
    where cases.run_id = $run_id
),

replies as (
    select
        responses.case_id,
        responses.attempt,
        json_extract_string(payloads.payload, '$.text') as said,
        case
            when list_bool_and([turn.role is not null for turn in conversations.turns])
                then conversations.turns
        end as turns,
        case
            when conversations.turns is null then responses.text
            else coalesce(said, conversations.worded[-1].content)
        end as text,
        responses.error,
        responses.latency_ms,
        responses.tokens_in,
        responses.tokens_out
    from facts.responses
    left join payloads using (event_id)
    left join conversations using (event_id)
    where responses.run_id = $run_id and responses.system_id = $system_id
),

judged as (
    select
        scored.case_id,
        scored.attempt,
        scored.validator_id,
        scored.status,
        scored.outcome,
        scored.answer,
        scored.confidence,
        scored.confidence_kind,
        scored.domain,
        scored.label,
        scored.cluster_id,
        scored.session_id,
        scored.severity,
        scored.is_canary,
        case
            when scored.outcome = 'measured' then null
            when scored.weight is not null
                then macros.correctness(scored.is_right, scored.score)
        end as score,
        case
            when scored.outcome = 'measured' then 'the verdict measures, and says neither'
            when scored.weight is null
                then coalesce(
                    macros.left_out_reason(scored.status, scored.outcome), 'nothing was judged'
                )
        end as left_out,
        verdicts.is_rating,
        coalesce(questions.prompt, '') as prompt,
        questions.messages,
        coalesce(questions.expected, []) as expected,
        questions.choices,
        replies.said,
        replies.turns,
        replies.text,
        replies.error,
        replies.latency_ms,
        replies.tokens_in,
        replies.tokens_out,
        attributes_of_cases.attributes
    from facts.scored
    left join facts.verdicts using (run_id, system_id, case_id, attempt, validator_id)
    left join questions using (case_id)
    left join replies using (case_id, attempt)
    left join attributes_of_cases using (case_id)
    where scored.run_id = $run_id and scored.system_id = $system_id
)

select
    left_out,
    case
        when left_out is null
            then json_object(
                'schema_version', '0.3.0',
                'evaluation_id', $evaluation_id,
                'model_id', $model_id,
                'evaluation_name', $evaluation_name,
                'evaluation_result_id', concat_ws('/', 'accuracy', validator_id),
                'sample_id', case_id,
                'sample_hash', sha256(prompt || array_to_string(expected, '')),
                'interaction_type', case
                    when turns is null then 'single_turn' else 'multi_turn'
                end,
                'input', json_object('raw', prompt, 'reference', expected, 'choices', choices),
                'output', case
                    when turns is null
                        then json_object('raw', case when text is null then [] else [text] end)
                end,
                'messages', list_transform(
                    range(len(turns)),
                    lambda place: {
                        'turn_idx': place,
                        'role': turns[place + 1].role,
                        'content': turns[place + 1].content
                    }
                ),
                'answer_attribution', case
                    when answer is null then []
                    else [
                        json_object(
                            'turn_idx', coalesce(len(turns) - 1, 0),
                            'source', coalesce(
                                format('messages[{}].content', len(turns) - 1), 'output.raw'
                            ),
                            'extracted_value', answer,
                            'extraction_method', 'custom',
                            'is_terminal', true
                        )
                    ]
                end,
                'evaluation', json_object('score', score, 'is_correct', score >= 0.5),
                'token_usage', case
                    when tokens_in is not null and tokens_out is not null
                        then json_object(
                            'input_tokens', tokens_in,
                            'output_tokens', tokens_out,
                            'total_tokens', tokens_in + tokens_out
                        )
                end,
                'performance', case
                    when latency_ms is not null then json_object('latency_ms', latency_ms)
                end,
                'error', case
                    when status in ('missing', 'unparsable') then coalesce(error, status)
                end,
                'metadata', json_merge_patch(
                    '{}',
                    json_object(
                        'attempt', attempt::varchar,
                        'validator_id', validator_id,
                        'status', coalesce(status, 'missing'),
                        'outcome', outcome,
                        'is_rating', is_rating::varchar,
                        'messages', messages::varchar,
                        'text', case when turns is not null then said end,
                        'confidence', confidence::varchar,
                        'confidence_kind', confidence_kind,
                        'domain', domain,
                        'label', label,
                        'cluster_id', cluster_id,
                        'session_id', session_id,
                        'severity', severity,
                        'is_canary', case when is_canary then 'true' end,
                        'attributes', to_json(attributes)::varchar
                    )
                )
            )
    end as line
from judged
order by case_id, attempt, validator_id;
