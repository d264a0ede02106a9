-- What failed and why: one row per attempt that a validator does not count as right.
--
-- Every attempt at a case is looked at. What is left out is here too, errors among it, since
-- somebody has to look at it, though no metric counts it wrong. A measurement is neither right nor
-- wrong, and no failure. failing_attempt_count says in how many of the attempt_count attempts at
-- the case this validator found the same.
--
-- taxonomy names the kinds of failure that a reviewer sorts by, as `[hallucination]` in messages:
-- `hallucination`, a claim that is not so: wrong by factual, evidence or abstention, or tagged as
-- a false claim; `phenomenology`, a lived experience interpreted badly: wrong by phenomenological,
-- or wrong and of that domain; `respect-failure`, no respect or honour shown: tagged so, or scored
-- below one half in respect. A row may have several of them, or none: what is missing, failed or
-- abstained claims nothing, and a reply that has not the form asked for is of no kind by its form.
--
-- grain: run_id, system_id, case_id, attempt, validator_id

create or replace view facts.failures as

with failing_attempts as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        validator_id,
        domain,
        label,
        severity,
        expected,
        answer,
        confidence,
        status,
        outcome,
        is_primary_validator,
        count(*) over (partition by run_id, system_id, case_id, validator_id)
            as failing_attempt_count
    from facts.scored
    where coalesce(not is_right, weight is null)
),

attempt_counts as (
    select
        run_id,
        system_id,
        case_id,
        validator_id,
        case_attempt_count as attempt_count
    from facts.scored
    where represents_case
)

select
    failing_attempts.run_id,
    failing_attempts.system_id,
    failing_attempts.case_id,
    failing_attempts.attempt,
    failing_attempts.failing_attempt_count,
    attempt_counts.attempt_count,
    failing_attempts.validator_id,
    failing_attempts.is_primary_validator,
    failing_attempts.domain,
    failing_attempts.label,
    failing_attempts.severity,
    cases.prompt,
    responses.text as response,
    failing_attempts.answer,
    failing_attempts.expected,
    failing_attempts.confidence,
    failing_attempts.status,
    failing_attempts.outcome as verdict,
    coalesce(
        -- Why there is no answer, in the words of the system or of its service.
        case
            when
                failing_attempts.status in ('error', 'missing', 'unparsable')
                and coalesce(failing_attempts.outcome in ('error', 'unscored'), true)
                then responses.error
        end,
        -- A verdict on a response that was retracted says nothing of what is missing.
        case when responses.event_id is not null then verdicts.reason end,
        case
            when failing_attempts.status = 'error'
                then 'the response failed'
            when failing_attempts.status = 'missing' then 'no response was recorded'
            when failing_attempts.outcome is null and verdicts.event_id is not null
                then 'the verdict was redacted'
            when failing_attempts.outcome is null then 'no verdict was recorded'
            else 'the verdict gives no reason'
        end
    ) as reason,
    verdicts.tags,
    list_filter([
        case
            when
                failing_attempts.validator_id in ('factual', 'evidence', 'abstention')
                and coalesce(failing_attempts.outcome = 'wrong', false)
                and not coalesce(list_contains(verdicts.tags, 'format_violation'), false)
                or coalesce(
                    list_has_any(
                        verdicts.tags,
                        [
                            'factual_error', 'fabrication', 'false_premise_accepted',
                            'unanswerable_answered', 'unit_error', 'evidence_misquoted',
                            'evidence_unsupporting'
                        ]
                    ),
                    false
                )
                then 'hallucination'
        end,
        case
            when
                failing_attempts.outcome = 'wrong'
                and (
                    failing_attempts.domain = 'phenomenology'
                    or failing_attempts.validator_id = 'phenomenological'
                )
                and not coalesce(list_contains(verdicts.tags, 'format_violation'), false)
                then 'phenomenology'
        end,
        case
            when
                coalesce(list_contains(verdicts.tags, 'respect_failure'), false)
                or coalesce(respect.score < 0.5, false)
                then 'respect-failure'
        end
    ], lambda kind: kind is not null) as taxonomy,
    verdicts.event_id as verdict_event_id,
    responses.event_id as response_event_id
from failing_attempts
inner join attempt_counts using (run_id, system_id, case_id, validator_id)
left join facts.cases using (run_id, case_id)
left join facts.responses using (run_id, system_id, case_id, attempt)
left join facts.verdicts
    on
        failing_attempts.run_id = verdicts.run_id
        and failing_attempts.system_id = verdicts.system_id
        and failing_attempts.case_id = verdicts.case_id
        and failing_attempts.attempt = verdicts.attempt
        and failing_attempts.validator_id = verdicts.validator_id
left join facts.verdict_scores as respect
    on
        failing_attempts.run_id = respect.run_id
        and failing_attempts.system_id = respect.system_id
        and failing_attempts.case_id = respect.case_id
        and failing_attempts.attempt = respect.attempt
        and failing_attempts.validator_id = respect.validator_id
        and respect.score_name = 'respect';
