-- The verdict of a number: of one that is infinite, or has in it what is no grade, there is none.

create or replace temp macro promptfoo_number_verdict(
    validator_id, number, number_text, is_ungraded, weight
) as
{
    'validator_id': validator_id,
    'outcome': case when is_ungraded then 'unscored' end,
    'number': case when is_ungraded is null then number end,
    'reason': case
        when number_text is not null
            then format('promptfoo gave {}, which no mean can hold', number_text)
        when is_ungraded
            then format(
                'a grader gave no grade, which promptfoo counts in the {} that it gave',
                coalesce(number::varchar, 'nothing')
            )
    end,
    'assertion': null::json,
    'assertion_score': null::double,
    'judge': null::json,
    'has_thrown': null::boolean,
    'weight': weight,
    'scorer_value': case when is_ungraded then to_json(number) end,
    'is_counted': null::boolean
};
