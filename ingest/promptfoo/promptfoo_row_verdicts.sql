-- The verdicts of a row: its success, its score, its assertions and its named scores.
--
-- `number` is what was measured or the share, `outcome` null where the number decides. What is not
-- known has what promptfoo makes of it in `scorer_value`.

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
            'weight': null::double,
            'scorer_value': case when fields.row.is_undecided then to_json(fields.row.success) end,
            'is_counted': null::boolean
        },
        promptfoo_number_verdict(
            'score',
            fields.row.score,
            fields.row.score_text,
            fields.row.is_score_ungraded,
            null::double
        )
    ],
    list_transform(fields.row.assertions, lambda found: {
        'validator_id': found.validator_id,
        'outcome': case
            when found.has_failed then 'error'
            when found.is_unscored then 'unscored'
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
        'weight': null::double,
        'scorer_value': case
            when found.has_failed or found.is_unscored then to_json(coalesce(found.pass, false))
        end,
        'is_counted': case
            when
                case fields.counted_assertions
                    when 'deciding' then found.is_metric_only
                    when 'listed' then found.is_member
                    when 'leaves' then coalesce(found.is_set, found.is_metric_only)
                end
                then false
        end
    }),
    list_transform(
        fields.row.named_scores,
        lambda found: promptfoo_number_verdict(
            found.validator_id, found.value, found.value_text, found.is_ungraded, found.weight
        )
    )
);
