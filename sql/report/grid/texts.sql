-- The texts of the cells of some rows, as JSON texts of many cases each.
--
-- The rows are those from $first_row to below $end_row, so that no call needs memory for all the
-- texts. They are cut at $text_limit characters, with their full lengths in the lists rn and pn.
--
-- grain: chunk

with shown_rows as (
    select *
    from grid_rows
    where row_id >= $first_row and row_id < $end_row
),

verdicts as (
    select
        grid_judged.row_id,
        grid_judged.column_number,
        any_value(grid_judged.expected) as expected,
        list(struct_pack(
            v := grid_judged.validator_id,
            o := grid_judged.outcome,
            s := grid_judged.score,
            x := grid_judged.value,
            r := left(verdicts.reason, $text_limit),
            n := nullif(length(verdicts.reason), length(left(verdicts.reason, $text_limit))),
            t := nullif(verdicts.tags, [])
        ) order by grid_judged.place) as verdicts
    from grid_judged
    inner join shown_rows using (row_id)
    inner join grid_cells
        on
            shown_rows.case_id = grid_cells.case_id
            and grid_judged.column_number = grid_cells.column_number
    left join facts.verdicts
        on
            grid_cells.run_id = verdicts.run_id
            and grid_cells.system_id = verdicts.system_id
            and grid_cells.case_id = verdicts.case_id
            and grid_cells.attempt = verdicts.attempt
            and grid_judged.validator_id = verdicts.validator_id
    group by all
),

replies as (
    select
        shown_rows.row_id,
        grid_cells.column_number,
        left(responses.text, $text_limit) as reply,
        nullif(length(responses.text), length(left(responses.text, $text_limit))) as reply_length,
        left(responses.answer, $text_limit) as answer,
        left(responses.error, $text_limit) as error,
        grid_cells.attempt
    from grid_cells
    inner join shown_rows using (case_id)
    left join facts.responses using (run_id, system_id, case_id, attempt)
),

column_texts as (
    select
        shown_rows.row_id // $chunk_size as chunk,
        grid_columns.column_number,
        struct_pack(
            r := list(replies.reply order by shown_rows.row_id),
            rn := list(replies.reply_length order by shown_rows.row_id),
            a := list(replies.answer order by shown_rows.row_id),
            f := list(replies.error order by shown_rows.row_id),
            k := list(replies.attempt order by shown_rows.row_id),
            v := list(verdicts.verdicts order by shown_rows.row_id)
        ) as texts
    from shown_rows
    cross join grid_columns
    left join replies using (row_id, column_number)
    left join verdicts using (row_id, column_number)
    group by chunk, grid_columns.column_number
),

chunk_columns as (
    select
        chunk,
        list(texts order by column_number) as columns
    from column_texts
    group by chunk
),

expectations as (
    select
        row_id,
        min(expected) as expected
    from verdicts
    group by row_id
),

chunk_cases as (
    select
        shown_rows.row_id // $chunk_size as chunk,
        list(left(cases.prompt, $text_limit) order by shown_rows.row_id) as prompts,
        list(
            nullif(length(cases.prompt), length(left(cases.prompt, $text_limit)))
            order by shown_rows.row_id
        ) as prompt_lengths,
        list(
            left(coalesce(cases.expected, expectations.expected), $text_limit)
            order by shown_rows.row_id
        ) as expected
    from shown_rows
    left join facts.cases
        on shown_rows.shown_run_id = cases.run_id and shown_rows.case_id = cases.case_id
    left join expectations using (row_id)
    group by chunk
)

select
    chunk,
    to_json(struct_pack(
        p := chunk_cases.prompts,
        pn := chunk_cases.prompt_lengths,
        x := chunk_cases.expected,
        c := chunk_columns.columns
    ))::varchar as texts
from chunk_cases
inner join chunk_columns using (chunk)
order by chunk
