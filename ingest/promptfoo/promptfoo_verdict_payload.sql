-- The payload of verdict_recorded, of one verdict of a row.
--
-- A number without an outcome is a share where its validator gives shares, else measured.

create or replace temp macro promptfoo_verdict_payload(
    place, verdict, is_share, response_digest
) as
json_object(
    'case_id', place.case_id,
    'system_id', place.system_id,
    'attempt', place.attempt,
    'validator_id', verdict.validator_id,
    'outcome', case
        when verdict.outcome is not null then verdict.outcome
        when verdict.number is null then 'unscored'
        when not is_share then 'measured'
        when not verdict.number between 0 and 1 then 'unscored'
        when verdict.number >= 0.5 then 'right'
        else 'wrong'
    end,
    'score', case when is_share and verdict.number between 0 and 1 then verdict.number end,
    'value', case when not is_share then verdict.number end,
    'is_rating', case when verdict.validator_id = 'success' then true end,
    'reason', coalesce(
        verdict.reason,
        case
            when verdict.outcome is not null then 'promptfoo gives no reason'
            when verdict.number is null then 'promptfoo gave no number'
            when is_share and not verdict.number between 0 and 1
                then format('promptfoo gave {}, outside 0 to 1', verdict.number)
            else format('promptfoo gave {}', verdict.number)
        end
    ),
    'tags', case when verdict.has_thrown then ['assertion_threw'] end,
    'assertion', verdict.assertion,
    'assertion_score', verdict.assertion_score,
    'metric_weight', verdict.weight,
    'scorer_value', verdict.scorer_value,
    'is_counted', verdict.is_counted,
    'judge', verdict.judge,
    'response_digest', response_digest
);
