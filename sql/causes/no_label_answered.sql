-- No answer is one of the labels.

select
    format(
        'none of {} responses answers one of the labels that the cases expect; the parsed answer '
        || 'stands in `answer` of response_recorded',
        count(*)
    ) as cause
from filtered_responses
having
    count(*) > 0
    and not exists (
        select 1
        from facts.labelled_answers
        where
            answered_label <> ''
            and coalesce(
                run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null
            )
            and coalesce(
                system_id = getvariable('filter_system_id'),
                getvariable('filter_system_id') is null
            )
    )
