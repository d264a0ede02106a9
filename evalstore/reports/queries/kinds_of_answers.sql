-- Whether a run has answers that are judged or expected, and weeks that a critic reads.

select
    exists (
        select 1
        from facts.scored
        where run_id = $run_id
    ) as has_answers,
    exists (
        select 1
        from facts.alignments
        where run_id = $run_id
    ) as has_readings
