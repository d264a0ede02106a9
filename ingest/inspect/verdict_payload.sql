-- The payload of verdict_recorded, of one state of one part of a score.

create or replace temp macro verdict_payload(
    sampled, system_id, attempt, state, is_measured, is_rating, objection, response_digest,
    grader
) as
json_object(
    'case_id', sampled.case_id,
    'system_id', system_id,
    'attempt', attempt,
    'validator_id', state.validator_id,
    'validator_digest', grader.digest,
    'outcome', case
        when objection is not null then 'unscored'
        when is_measured then 'measured'
        when state.value = '"N"' then 'abstained'
        when state.number >= 0.5 then 'right'
        else 'wrong'
    end,
    'score', if(objection is null and not is_measured, state.number, null),
    'value', if(objection is null and is_measured, state.number, null),
    'is_rating', if(is_rating, true, null),
    'reason', case
        when objection is not null
            then concat_ws(': ', objection, nullif(trim(state.explanation), ''))
        when not is_measured and state.number not in (0, 1)
            then concat_ws(
                ': ',
                format('{} of a point, right from 0.5 on', state.number),
                nullif(trim(state.explanation), '')
            )
        else coalesce(
            nullif(trim(state.explanation), ''), format('the scorer gave {}', state.value)
        )
    end,
    'tags', if(state.tag is null, null, [state.tag]),
    'judge', if(
        grader is null,
        null,
        json_object(
            'model', grader.model,
            'prompt_sha256', grader.prompt_sha256,
            'temperature', grader.temperature
        )
    ),
    -- A number is there already, as score or value; what is no verdict, as the tool counted it.
    'scorer_value', if(
        objection is null and json_type(state.value) in ('DOUBLE', 'BIGINT', 'UBIGINT'),
        null,
        coalesce(state.value, to_json(state.infinity))
    ),
    'answer', nullif(state.answer, sampled.answer),
    'metadata', state.metadata,
    'edit', state.edit,
    'invalidation', sampled.invalidation,
    'response_digest', response_digest,
    'repairs', state.repairs
);
