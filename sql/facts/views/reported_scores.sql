-- The figures that a log reports itself, each beside what evalstore computes for the same thing.
--
--     agrees          the two are equal (macros.figures_agree), and so are the counts
--     differs         they are not. The reason accounts for all of the difference: with what it
--                     names counted as the tool counts it, they are equal. Without a reason nobody
--                     knows why they differ
--     not_comparable  there is nothing to hold the figure against, and the reason says why
--
-- What evalstore computes follows its own rules, as metrics.accuracy does. It is in the unit that
-- was reported, where that is known: some tools report a share in percent.
--
-- grain: run_id, system_id, validator_id, metric, params, reducer, group_name

create or replace view facts.reported_scores as

with ours as (
    select
        run_id,
        event_id,
        computed_value,
        computed_stderr,
        value_count
    from facts.computed_figures
    where reading = 'ours' and reducer != 'none'
),

held_figures as (
    select
        reported_figures.*,
        figure_obstacles.obstacle,
        figure_discrepancies.explanation,
        coalesce(matched_figures.is_equal, false) as is_equal,
        matched_figures.reading = 'theirs' as is_theirs,
        is_equal and not is_theirs and not matched_figures.is_relative as is_ours,
        matched_figures.is_relative,
        matched_figures.highest_value,
        if(is_equal, matched_figures.unit_size, 1) as unit_size,
        if(is_ours, matched_figures.computed_value, unit_size * ours.computed_value)
            as computed_value,
        if(is_ours, matched_figures.computed_stderr, unit_size * ours.computed_stderr)
            as computed_stderr,
        if(is_ours, matched_figures.value_count, ours.value_count) as computed_count,
        concat_ws(
            ', ',
            if(matched_figures.unit_size = 100, 'in percent', null),
            if(matched_figures.reducer = 'none', 'of attempts, not of cases', null)
        ) as unit_note
    from facts.reported_figures
    left join facts.matched_figures using (run_id, event_id)
    left join facts.figure_obstacles using (run_id, event_id)
    left join facts.figure_discrepancies using (run_id, system_id, validator_id)
    left join ours using (run_id, event_id)
)

select
    run_id,
    system_id,
    validator_id,
    metric,
    params,
    reducer,
    group_name,
    value as reported_value,
    stderr as reported_stderr,
    scored_count as reported_count,
    computed_value,
    computed_stderr,
    computed_count,
    value - computed_value as difference,
    case
        when obstacle is not null then 'not_comparable'
        when is_ours then 'agrees'
        else 'differs'
    end as verdict,
    case
        when obstacle is not null then obstacle
        when is_ours then nullif(unit_note, '')
        when is_equal
            then
                concat_ws(
                    '; ',
                    nullif(unit_note, ''),
                    if(
                        is_relative,
                        format('the tool divides by the best score it gave, {}', highest_value),
                        null
                    ),
                    if(is_theirs, explanation, null)
                )
    end as reason,
    event_id
from held_figures;
