-- Whether the log of a run reports figures of its own.

select
    exists(
        select 1
        from facts.reported_figures
        where run_id = $run_id
    ) as has_figures
