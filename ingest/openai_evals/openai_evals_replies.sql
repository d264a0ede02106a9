-- What the system replied to a sample, in order; a judge, who replies last, is none.

create or replace temp macro openai_evals_replies(recorded, has_judge) as
list_transform(
    list_slice(
        list_filter(
            range(1, len(recorded) + 1),
            lambda number: recorded[number].type = 'sampling'
        ),
        1,
        case when has_judge then -2 else -1 end
    ),
    lambda number: {
        'event_number': number,
        'created_at': recorded[number].created_at,
        'prompt': recorded[number].data -> 'prompt',
        'text': openai_evals_text(recorded[number].data -> 'sampled'),
        'tokens_in':
        try_cast(recorded[number].data ->> '$.usage.prompt_tokens' as bigint),
        'tokens_out':
        try_cast(recorded[number].data ->> '$.usage.completion_tokens' as bigint)
    }
);
