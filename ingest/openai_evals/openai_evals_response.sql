-- The payload of response_recorded, of one attempt with the replies that led to it.
--
-- Tokens are those of all calls. What other events a sample has is counted, and their data stays
-- behind.

create or replace temp macro openai_evals_response(sample, judged, replies) as
json_object(
    'case_id', sample.case_id,
    'system_id', sample.system_id,
    'attempt', judged.attempt,
    'status', openai_evals_status(sample, judged, replies),
    'text', openai_evals_text_replied(judged, replies),
    -- A reply that was made elsewhere is judged without one here.
    'text_status', case
        when
            openai_evals_status(sample, judged, replies) = 'ok'
            and openai_evals_text_replied(judged, replies) is null
            then 'not_kept'
    end,
    'answer', openai_evals_answer(
        coalesce(
            json_extract(judged.match, '$.picked'),
            json_extract(openai_evals_last(sample.recorded, 'pick_option'), '$.picked')
        )
    ),
    'error', case
        when openai_evals_status(sample, judged, replies) = 'error'
            then
                nullif(
                    concat_ws(
                        ': ',
                        openai_evals_last(sample.recorded, 'error') ->> 'type',
                        openai_evals_last(sample.recorded, 'error') ->> 'message'
                    ),
                    ''
                )
    end,
    'tokens_in', list_sum(list_transform(replies, lambda reply: reply.tokens_in))::bigint,
    'tokens_out', list_sum(list_transform(replies, lambda reply: reply.tokens_out))::bigint,
    'call_count', case when len(replies) > 1 then len(replies) end,
    'events_beside', case
        when judged.attempt = 1
            then list_histogram(
                list_filter(
                    list_transform(sample.recorded, lambda event: event.type),
                    lambda event_type: event_type
                    not in ('sampling', 'match', 'metrics', 'pick_option', 'error')
                )
            )
    end,
    'repairs', case
        when judged.attempt = 1
            then flatten(
                list_transform(
                    list_filter(sample.recorded, lambda event: event.repairs is not null),
                    lambda event: event.repairs::json[]
                )
            )
    end
);
