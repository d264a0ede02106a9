-- The payload of response_recorded; a merge patch onto nothing leaves out what is null.
--
-- An attempt is missing where no scorer judged it and it has no text, or an empty one. What was
-- judged and has no text was answered, and the log does not keep it: an agent's work is elsewhere.

create or replace temp macro response_payload(sampled, system_id, attempt) as
json_merge_patch('{}', json_object(
    'case_id', sampled.case_id,
    'system_id', system_id,
    'attempt', attempt,
    'status', case
        when sampled.error is not null then 'error'
        when coalesce(sampled.text, '') = '' and coalesce(len(sampled.scores), 0) = 0
            then 'missing'
        else 'ok'
    end,
    'text', sampled.text,
    'text_status', case
        when sampled.error is null and sampled.text is null and len(sampled.scores) > 0
            then 'not_kept'
    end,
    'images', sampled.response_images,
    'answer', sampled.answer,
    'confidence', sampled.confidence,
    'confidence_kind', if(sampled.confidence is null, null, 'stated'),
    'latency_ms', 1000 * coalesce(
        sampled.output_time,
        sampled.working_time,
        sampled.total_time
    ),
    'tokens_in', list_sum([usage.tokens_in for usage in sampled.model_usage]),
    'tokens_out', list_sum([usage.tokens_out for usage in sampled.model_usage]),
    'error', sampled.error,
    'limit', sampled.limit,
    'raw_fields', sampled.raw_fields,
    'repairs', nullif(
        coalesce(sampled.response_repairs::json[], [])
        || if(
            sampled.confidence_was is null,
            [],
            [{
                'path': 'scores.metadata.confidence',
                'was': sampled.confidence_was::varchar,
                'rule': 'confidence outside 0 to 1 becomes null'
            }::json]
        ),
        []
    )
));
