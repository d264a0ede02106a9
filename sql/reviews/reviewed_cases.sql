-- Cases of a run by name: what was asked and answered at the first attempt that fails, and marks.
--
-- The primary validator's failing attempts come before those of others. Texts are cut at
-- text_limit, and their full length is said. was_right is of the baseline run, null where the case
-- is not judged there; is_known_case says whether the baseline has it at all.
--
-- Parameters: run_id, baseline_run_id, keys (system_id, case_id, place), text_limit.
--
-- grain: system_id, case_id

with keys as (
    select
        unnest(
            $keys::struct(system_id varchar, case_id varchar, place integer)[],
            recursive := true
        )
),

failing_attempts as (
    select
        keys.place,
        scored.system_id,
        scored.case_id,
        scored.attempt,
        scored.validator_id,
        scored.is_primary_validator,
        scored.domain,
        scored.label,
        scored.expected,
        scored.confidence,
        scored.status,
        scored.weight is null as is_left_out
    from facts.scored
    inner join keys using (system_id, case_id)
    where
        scored.run_id = $run_id
        and coalesce(not scored.is_right, scored.weight is null)
    qualify
        row_number() over (
            partition by scored.system_id, scored.case_id
            order by scored.is_primary_validator desc, scored.attempt, scored.validator_id
        ) = 1
),

attempt_counts as (
    select
        system_id,
        case_id,
        validator_id,
        count(*) as attempt_count,
        count(*) filter (where coalesce(not is_right, weight is null)) as failing_count
    from facts.scored
    inner join keys using (system_id, case_id)
    where run_id = $run_id
    group by all
),

case_verdicts as (
    select
        system_id,
        case_id,
        attempt,
        list({
            validator_id: validator_id,
            outcome: verdicts.outcome,
            score: verdicts.score,
            value: verdicts.value,
            reason: left(verdicts.reason, $text_limit),
            tags: verdicts.tags,
            event_id: verdicts.event_id::varchar
        } order by verdicts.validator_id) as verdicts
    from facts.verdicts
    inner join keys using (system_id, case_id)
    where verdicts.run_id = $run_id
    group by all
),

case_scores as (
    select
        system_id,
        case_id,
        attempt,
        list({
            validator_id: validator_id, name: score_name, score: verdict_scores.score
        } order by validator_id, score_name) as scores
    from facts.verdict_scores
    inner join keys using (system_id, case_id)
    where verdict_scores.run_id = $run_id
    group by all
),

case_taxonomies as (
    select
        system_id,
        case_id,
        list_sort(list_distinct(flatten(list(failures.taxonomy)))) as taxonomy
    from facts.failures
    inner join keys using (system_id, case_id)
    where failures.run_id = $run_id
    group by all
),

outcomes_before as (
    select
        system_id,
        case_id,
        validator_id,
        is_right as was_right
    from facts.case_outcomes
    inner join keys using (system_id, case_id)
    where case_outcomes.run_id = $baseline_run_id
),

known_cases as (
    select distinct
        system_id,
        case_id
    from outcomes_before
)

select
    failing_attempts.system_id,
    failing_attempts.case_id,
    failing_attempts.attempt,
    failing_attempts.validator_id,
    failing_attempts.domain,
    failing_attempts.label,
    failing_attempts.confidence,
    failing_attempts.status,
    failing_attempts.is_left_out,
    attempt_counts.attempt_count,
    attempt_counts.failing_count,
    left(cases.prompt, $text_limit) as prompt,
    length(cases.prompt) as prompt_length,
    left(failing_attempts.expected, $text_limit) as expected,
    length(failing_attempts.expected) as expected_length,
    left(responses.text, $text_limit) as response,
    length(responses.text) as response_length,
    left(responses.error, $text_limit) as error,
    coalesce(case_verdicts.verdicts, []) as verdicts,
    coalesce(case_scores.scores, []) as scores,
    coalesce(case_taxonomies.taxonomy, []) as taxonomy,
    outcomes_before.was_right,
    known_cases.case_id is not null as is_known_case,
    cases.event_id::varchar as case_event_id,
    responses.event_id::varchar as response_event_id
from failing_attempts
left join facts.cases
    on
        failing_attempts.case_id = cases.case_id
        and cases.run_id = $run_id
left join facts.responses
    on
        failing_attempts.system_id = responses.system_id
        and failing_attempts.case_id = responses.case_id
        and failing_attempts.attempt = responses.attempt
        and responses.run_id = $run_id
left join attempt_counts
    on
        failing_attempts.system_id = attempt_counts.system_id
        and failing_attempts.case_id = attempt_counts.case_id
        and failing_attempts.validator_id is not distinct from attempt_counts.validator_id
left join case_verdicts
    on
        failing_attempts.system_id = case_verdicts.system_id
        and failing_attempts.case_id = case_verdicts.case_id
        and failing_attempts.attempt = case_verdicts.attempt
left join case_scores
    on
        failing_attempts.system_id = case_scores.system_id
        and failing_attempts.case_id = case_scores.case_id
        and failing_attempts.attempt = case_scores.attempt
left join case_taxonomies
    on
        failing_attempts.system_id = case_taxonomies.system_id
        and failing_attempts.case_id = case_taxonomies.case_id
left join outcomes_before
    on
        failing_attempts.system_id = outcomes_before.system_id
        and failing_attempts.case_id = outcomes_before.case_id
        and failing_attempts.validator_id = outcomes_before.validator_id
left join known_cases
    on
        failing_attempts.system_id = known_cases.system_id
        and failing_attempts.case_id = known_cases.case_id
order by failing_attempts.place
