-- What every system answered to some cards of one run, and what each validator made of it: one row
-- for each attempt.
--
-- The prediction is that of the metrics; null where the system failed.

with shown_cards as (
    select unnest($case_ids::varchar[]) as case_id
),

predictions as (
    select
        system_id,
        case_id,
        attempt,
        validator_id,
        is_primary_validator,
        label,
        prediction
    from facts.sliced_predictions
    semi join shown_cards using (case_id)
    where
        run_id = $run_id
        and slice_name = 'all'
),

scored_answers as (
    select
        system_id,
        case_id,
        attempt,
        validator_id,
        status,
        answer,
        confidence,
        outcome
    from facts.scored
    semi join shown_cards using (case_id)
    where run_id = $run_id
),

responses as (
    select
        system_id,
        case_id,
        attempt,
        coalesce(text, error) as response,
        event_id
    from facts.responses
    semi join shown_cards using (case_id)
    where run_id = $run_id
),

run_verdicts as (
    select
        system_id,
        case_id,
        attempt,
        validator_id,
        reason,
        event_id
    from facts.verdicts
    semi join shown_cards using (case_id)
    where run_id = $run_id
)

select
    predictions.system_id,
    predictions.case_id,
    predictions.validator_id,
    predictions.is_primary_validator,
    predictions.label,
    predictions.prediction,
    scored_answers.status,
    scored_answers.confidence,
    scored_answers.outcome as verdict,
    left(scored_answers.answer, $text_limit) as answer,
    left(responses.response, $text_limit) as response,
    length(responses.response) as response_length,
    left(run_verdicts.reason, $text_limit) as reason,
    length(run_verdicts.reason) as reason_length,
    responses.event_id as response_event_id,
    run_verdicts.event_id as verdict_event_id
from predictions
inner join scored_answers using (system_id, case_id, attempt, validator_id)
left join responses using (system_id, case_id, attempt)
left join run_verdicts using (system_id, case_id, attempt, validator_id)
order by
    predictions.case_id,
    predictions.system_id,
    predictions.attempt,
    predictions.is_primary_validator desc,
    predictions.validator_id
