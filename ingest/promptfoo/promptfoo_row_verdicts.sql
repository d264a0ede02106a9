-- The verdicts of a row: its success, its score, its assertions and its named scores.
--
-- `number` is what was measured or the share, `outcome` null where the number decides.

create or replace temp macro promptfoo_row_verdicts(fields) as
list_concat(
    [
        {
            'validator_id': 'success',
            'outcome': case
                when fields.row.is_undecided then 'error'
                when fields.row.success then 'right'
                else 'wrong'
            end,
            'number': null::double,
            'reason': coalesce(
                fields.row.reason,
                case
                    when fields.row.success then 'promptfoo passed it'
                    else 'promptfoo failed it'
                end
            ),
            'assertion': null::json,
            'assertion_score': null::double,
            'judge': null::json,
            'has_thrown': null::boolean,
            'weight': null::double
        },
        {
            'validator_id': 'score',
            'outcome': null::varchar,
            'number': fields.row.score,
            'reason': null::varchar,
            'assertion': null::json,
            'assertion_score': null::double,
            'judge': null::json,
            'has_thrown': null::boolean,
            'weight': null::double
        }
    ],
    list_transform(fields.row.assertions, lambda found: {
        'validator_id': found.validator_id,
        'outcome': case
            when found.has_failed then 'error'
            when found.pass then 'right'
            else 'wrong'
        end,
        'number': null::double,
        'reason': found.reason,
        'assertion': found.assertion,
        'assertion_score': found.score,
        'judge': case
            when found.judge is not null
                then json_merge_patch('{}', json_object(
                    'model', found.judge.model,
                    'tokens_in', found.judge.tokens_in,
                    'tokens_out', found.judge.tokens_out
                ))
        end,
        'has_thrown': found.has_thrown,
        'weight': null::double
    }),
    list_transform(fields.row.named_scores, lambda found: {
        'validator_id': found.validator_id,
        'outcome': null::varchar,
        'number': found.value,
        'reason': null::varchar,
        'assertion': null::json,
        'assertion_score': null::double,
        'judge': null::json,
        'has_thrown': null::boolean,
        'weight': found.weight
    })
);
