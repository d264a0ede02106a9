-- The payload of verdict_recorded, of one score of a row.
--
-- A truth value is right or wrong, a number a share unless its scorer measures; a label alone is
-- unscored, since nobody says what it is worth, and is kept in `scorer_value`. So is a number
-- that the reader says is none, such as an infinite one.

create or replace temp macro experiment_row_verdict(answered, system_id, score, is_measured) as
json_object(
    'case_id', answered.case_id,
    'system_id', system_id,
    'attempt', answered.attempt,
    'validator_id', score.validator_id,
    'outcome', case
        when score.error is not null then 'error'
        when score.truth then 'right'
        when not score.truth then 'wrong'
        when score.number is null then 'unscored'
        when is_measured then 'measured'
        when score.number not between 0 and 1 then 'unscored'
        when score.number >= 0.5 then 'right'
        else 'wrong'
    end,
    'score', case
        when score.error is null and not is_measured and score.number between 0 and 1
            then score.number
    end,
    'value', case
        when score.truth is not null then score.value
        when score.error is null and is_measured then score.number
    end,
    'reason', coalesce(
        left(score.error, 4000),
        left(score.unscored || coalesce(': ' || score.reason, ''), 4000),
        left(score.reason, 4000),
        'the label is ' || left(score.label, 200),
        format('the score is {}', coalesce(score.truth::varchar, score.number::varchar)),
        'no score was given'
    ),
    'scorer_value', score.label
);
