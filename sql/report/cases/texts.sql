-- Everything that was said of the attempts of one run, as JSON texts of many attempts each.
--
-- Texts are cut at a limit of characters, and their full lengths are said beside them. Of the
-- baseline, replies of cases that moved are cut at the same limit, those of others at
-- $baseline_limit; a reply that is the same stands there as true.
--
-- grain: chunk

with judged as (
    select
        page_judged.row_id,
        bool_or(page_judged.is_failing) as is_failing,
        bool_or(
            page_judged.is_paired
            and page_judged.was_right is distinct from page_judged.is_right
        ) as has_moved,
        any_value(page_judged.expected) as expected,
        list(struct_pack(
            v := page_judged.validator_id,
            o := page_judged.outcome_letter,
            s := page_judged.score,
            x := page_judged.value,
            r := left(verdicts.reason, $text_limit),
            n := nullif(length(verdicts.reason), length(left(verdicts.reason, $text_limit))),
            t := nullif(verdicts.tags, [])
        ) order by page_judged.is_primary_validator desc, page_judged.validator_id) as verdicts,
        string_agg(
            coalesce(replace(verdicts.event_id::varchar, '-', ''), ''), ','
            order by page_judged.is_primary_validator desc, page_judged.validator_id
        ) as verdict_event_ids
    from page_judged
    inner join page_rows using (row_id)
    left join facts.verdicts
        on
            page_rows.system_id = verdicts.system_id
            and page_rows.case_id = verdicts.case_id
            and page_rows.attempt = verdicts.attempt
            and page_judged.validator_id = verdicts.validator_id
            and verdicts.run_id = $run_id
    group by all
),

history_letters as (
    select
        scored.run_id,
        scored.system_id,
        scored.case_id,
        any_value(case coalesce(scored.outcome, scored.status)
            when 'right' then 'r'
            when 'wrong' then 'w'
            when 'abstained' then 'a'
            when 'measured' then 'm'
            when 'undetermined' then 'd'
            when 'unscored' then 'u'
            when 'error' then 'e'
            when 'missing' then 'x'
            when 'unparsable' then 'p'
            else 'n'
        end) as letter
    from facts.scored
    where
        list_contains($history_run_ids::varchar[], scored.run_id)
        and scored.represents_case
        and scored.validator_id = $validator_id
    group by all
),

histories as (
    select
        system_id,
        case_id,
        map_from_entries(list(struct_pack(
            run := run_id,
            letter := letter
        ))) as letters
    from history_letters
    group by all
),

shown as (
    select
        page_rows.row_id,
        page_rows.row_id // $chunk_size as chunk,
        left(cases.prompt, $text_limit) as prompt,
        nullif(length(cases.prompt), length(left(cases.prompt, $text_limit))) as prompt_length,
        left(coalesce(cases.expected, judged.expected), $text_limit) as expected,
        left(responses.text, $text_limit) as response,
        nullif(length(responses.text), length(left(responses.text, $text_limit)))
            as response_length,
        left(responses.answer, $text_limit) as answer,
        left(responses.error, $text_limit) as error,
        if(baseline.event_id is null, null, struct_pack(
            s := baseline.status,
            c := baseline.confidence,
            same := coalesce(baseline.text = responses.text, false),
            r := if(baseline.text = responses.text, null, left(
                baseline.text,
                if(coalesce(judged.has_moved, true), $text_limit, $baseline_limit)
            )),
            n := length(baseline.text)
        )) as baseline,
        if(len($history_run_ids::varchar[]) < 2, null, list_aggregate(
            list_transform(
                $history_run_ids::varchar[],
                lambda run: coalesce(histories.letters[run], '.')
            ),
            'string_agg', ''
        )) as history,
        judged.verdicts,
        judged.verdict_event_ids,
        replace(responses.event_id::varchar, '-', '') as response_event_id,
        if(
            $has_case_events or coalesce(judged.is_failing, true),
            replace(cases.event_id::varchar, '-', ''),
            null
        ) as case_event_id
    from page_rows
    left join judged using (row_id)
    left join facts.cases
        on page_rows.case_id = cases.case_id and cases.run_id = $run_id
    left join facts.responses
        on
            page_rows.system_id = responses.system_id
            and page_rows.case_id = responses.case_id
            and page_rows.attempt = responses.attempt
            and responses.run_id = $run_id
    left join facts.responses as baseline
        on
            page_rows.system_id = baseline.system_id
            and page_rows.case_id = baseline.case_id
            and page_rows.attempt = baseline.attempt
            and baseline.run_id = $baseline_run_id
    left join histories
        on
            page_rows.system_id = histories.system_id
            and page_rows.case_id = histories.case_id
    where not $is_failing_only or coalesce(judged.is_failing, true)
)

select
    chunk,
    -- Column by column, since what is alike compresses best beside its like.
    to_json(struct_pack(
        i := list(row_id order by row_id),
        p := list(prompt order by row_id),
        pn := list(prompt_length order by row_id),
        x := list(expected order by row_id),
        r := list(response order by row_id),
        rn := list(response_length order by row_id),
        a := list(answer order by row_id),
        f := list(error order by row_id),
        b := list(baseline order by row_id),
        h := list(history order by row_id),
        v := list(verdicts order by row_id),
        ve := list(verdict_event_ids order by row_id),
        e := list(response_event_id order by row_id),
        g := list(case_event_id order by row_id)
    ))::varchar as texts
from shown
group by chunk
order by chunk
