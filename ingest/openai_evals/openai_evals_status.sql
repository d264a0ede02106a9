-- The status of an attempt: an error that nothing was judged after ends it.
--
-- Missing is what has neither a text nor anything that judged it.

create or replace temp macro openai_evals_status(sample, judged, replies) as
case
    when
        openai_evals_last(sample.recorded, 'error') is not null
        and (
            judged.match is null
            or judged.is_last
            and list_last(list_filter(
                range(1, len(sample.recorded) + 1),
                lambda number: sample.recorded[number].type = 'error'
            )) > judged.last_event
        )
        then 'error'
    when
        judged.last_event is null
        and coalesce(openai_evals_text_replied(judged, replies), '') = ''
        then 'missing'
    else 'ok'
end;
