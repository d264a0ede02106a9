-- Whether a run has answers that are judged or expected, and weeks that a critic reads.

with answers as (
    select count(*) as answer_count
    from facts.scored
    where run_id = $run_id
),

readings as (
    select count(*) as reading_count
    from facts.alignments
    where run_id = $run_id
)

select
    answers.answer_count > 0 as has_answers,
    readings.reading_count > 0 as has_readings
from answers
cross join readings
