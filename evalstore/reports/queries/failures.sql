-- The failing cases of one run, the surest mistakes of every system first.
--
-- Each system gets its turn, so that one that fails often does not crowd out another. Texts are
-- cut here, and their full length is said: a response may be of megabytes.

with failing_answers as (
    select
        system_id,
        case_id,
        bool_or(is_right is false and is_primary_validator) as is_primary_mistake,
        bool_or(is_right is false) as is_mistake,
        max(confidence) as confidence
    from facts.scored
    where
        run_id = $run_id
        and is_right is distinct from true
    group by all
),

ranked_answers as (
    select
        system_id,
        case_id,
        row_number() over (
            partition by system_id
            order by
                is_primary_mistake desc,
                is_mistake desc,
                confidence desc nulls last,
                case_id
        ) as answer_rank
    from failing_answers
),

shown_answers as (
    select
        system_id,
        case_id,
        answer_rank
    from ranked_answers
    order by answer_rank, system_id
    limit $case_limit
)

select
    shown_answers.system_id,
    shown_answers.case_id,
    shown_answers.answer_rank,
    failures.validator_id,
    failures.domain,
    failures.label,
    failures.severity,
    left(failures.prompt, $text_limit) as prompt,
    length(failures.prompt) as prompt_length,
    left(failures.response, $text_limit) as response,
    length(failures.response) as response_length,
    left(failures.answer, $text_limit) as answer,
    length(failures.answer) as answer_length,
    left(failures.expected, $text_limit) as expected,
    length(failures.expected) as expected_length,
    left(failures.reason, $text_limit) as reason,
    length(failures.reason) as reason_length,
    failures.confidence,
    failures.status,
    failures.verdict,
    failures.tags,
    failures.verdict_event_id,
    failures.response_event_id
from facts.failures
inner join shown_answers using (system_id, case_id)
where failures.run_id = $run_id
order by
    shown_answers.system_id,
    shown_answers.answer_rank,
    failures.is_primary_validator desc,
    failures.validator_id
