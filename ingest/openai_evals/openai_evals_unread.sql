-- Whether a score stands for a choice that nobody could read; the harness gives the lowest one.

create or replace temp macro openai_evals_unread(judgement) as
coalesce(
    judgement.validator_id = 'score' and judgement.data ->> 'choice' = '__invalid__', false
);
