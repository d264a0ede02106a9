-- The failing cases of one run, the surest mistakes of every system first.
--
-- Each system gets its turn, so that one that fails often does not crowd out another. Of a case
-- that fails in many attempts the first few are here. Texts are cut here, and their full length is
-- said: a response may be of megabytes. Controls are left out: that they fail is their purpose.

with failing_cases as (
    select
        system_id,
        case_id,
        bool_or(is_right is false and is_primary_validator) as is_primary_mistake,
        bool_or(is_right is false) as is_mistake,
        max(confidence) as confidence,
        count(distinct attempt) as failing_count
    from facts.scored
    where
        run_id = $run_id
        and coalesce(not is_right, weight is null)
        and system_id not in (
            select controls.system_id
            from facts.controls
            where controls.run_id = $run_id
        )
    group by all
),

ranked_cases as (
    select
        system_id,
        case_id,
        failing_count,
        row_number() over (
            partition by system_id
            order by
                is_primary_mistake desc,
                is_mistake desc,
                confidence desc nulls last,
                case_id
        ) as case_rank
    from failing_cases
),

shown_cases as (
    select
        system_id,
        case_id,
        failing_count,
        case_rank
    from ranked_cases
    order by case_rank, system_id
    limit $case_limit
)

select
    shown_cases.system_id,
    shown_cases.case_id,
    shown_cases.failing_count,
    failures.attempt,
    failures.attempt_count,
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
    failures.taxonomy,
    failures.verdict_event_id,
    failures.response_event_id
from facts.failures
inner join shown_cases using (system_id, case_id)
where failures.run_id = $run_id
qualify
    dense_rank() over (
        partition by failures.system_id, failures.case_id
        order by failures.attempt
    ) <= $attempt_limit
order by
    shown_cases.system_id,
    shown_cases.case_rank,
    failures.attempt,
    failures.is_primary_validator desc,
    failures.validator_id
