-- Whether a validator's verdicts say if the answer is right, so that others can agree with it.
--
-- Each of the validators named here asks a question of its own: that an answer is well formed and
-- wrong is no disagreement. What else judges, factual, a second validator or a person, rates the
-- answer.

create or replace macro macros.is_rater(validator_id) as
validator_id not in (
    'abstention',
    'confidence',
    'evidence',
    'format_compliance',
    'phenomenological',
    'self_contradiction'
);
