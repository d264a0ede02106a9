-- The cases that a validator finds wrong, at their first wrong attempt, those alike together.
--
-- Alike are those of the same tags of the verdict, the same domain and the same label. Texts are
-- cut at text_limit characters.
--
-- Parameters: run_id, system_id, validator_id, text_limit.
--
-- grain: case_id

with wrong_attempts as (
    select
        case_id,
        coalesce(domain, '') as domain,
        coalesce(label, '') as label,
        list_sort(coalesce(tags, [])) as tags,
        prompt,
        expected,
        coalesce(response, answer) as reply,
        reason
    from facts.failures
    where
        run_id = $run_id
        and system_id = $system_id
        and validator_id = $validator_id
        and verdict = 'wrong'
    qualify row_number() over (partition by case_id order by attempt) = 1
)

select
    case_id,
    domain,
    label,
    tags,
    case when length(prompt) > $text_limit then left(prompt, $text_limit) || '…' else prompt end
        as question,
    case
        when length(expected) > $text_limit then left(expected, $text_limit) || '…'
        else expected
    end as expected,
    case when length(reply) > $text_limit then left(reply, $text_limit) || '…' else reply end
        as reply,
    case when length(reason) > $text_limit then left(reason, $text_limit) || '…' else reason end
        as reason
from wrong_attempts
order by
    array_to_string(tags, ' '),
    domain,
    label,
    case_id
