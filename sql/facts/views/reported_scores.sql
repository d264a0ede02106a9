-- The figures that a log reports itself, each beside what evalstore computes for the same thing.
--
--     agrees          the two are equal (macros.figures_agree), and so are the standard errors,
--                     the counts, and how many samples the run holds and the tool counts
--     differs         they are not. The reason accounts for all of the difference: with what it
--                     names counted as the tool counts it, they are equal. Without a reason nobody
--                     knows why they differ
--     not_comparable  there is nothing to hold the figure against, and the reason says why
--
-- What evalstore computes follows its own rules, as metrics.accuracy does. It is in the unit that
-- was reported, where that is known: some tools report a share in percent.
--
-- Empty until `evalstore ingest` reads a log of a tool that reports figures of its own.
--
-- grain: run_id, system_id, validator_id, metric, params, reducer, group_name

create or replace view facts.reported_scores as

with judged_scorers as (
    select distinct
        run_id,
        system_id,
        validator_id
    from facts.verdicts
),

held_attempts as (
    select
        run_id,
        system_id,
        count(*) as attempt_count,
        count(distinct case_id) as case_count,
        count(*) filter (where status != 'error') as held_count
    from facts.responses
    group by run_id, system_id
),

run_attempts as (
    select
        run_id,
        sum(attempt_count) as attempt_count,
        sum(held_count) as held_count
    from held_attempts
    group by run_id
),

figures as (
    select
        *,
        case
            when metric = 'grouped' and json_extract_string(params, '$.all') = 'groups'
                then group_name = coalesce(json_extract_string(params, '$.all_label'), 'all')
        end as is_mean_of_groups,
        regexp_matches(reducer, '^(at_least|pass_at|pass_k)_\d+$') as has_threshold,
        coalesce(json_type(params, '$.runs') = 'ARRAY', false) as is_of_runs
    from facts.reported_figures
),

figures_of_parts as (
    select distinct
        figures.run_id,
        figures.event_id
    from figures
    inner join judged_scorers
        on
            figures.run_id = judged_scorers.run_id
            and figures.system_id = judged_scorers.system_id
            and starts_with(judged_scorers.validator_id, figures.validator_id || '.')
),

held_figures as (
    select
        figures.* exclude (is_known),
        coalesce(matched_figures.is_tally, false) as is_tally,
        -- A tool says of the whole run how many it completed, and counts are of all or of one.
        coalesce(
            case
                when is_tally then run_attempts.attempt_count
                else held_attempts.attempt_count
            end,
            0
        ) as attempt_count,
        coalesce(
            case when is_tally then run_attempts.held_count else held_attempts.held_count end,
            0
        ) as held_count,
        -- A score is of a case, or of an attempt where nothing reduced them.
        case
            when figures.reducer is null then held_attempts.attempt_count
            else held_attempts.case_count
        end as held_score_count,
        figures.scored_count + figures.unscored_count as told_score_count,
        coalesce(matched_figures.is_tally, false)
        or judged_scorers.validator_id is not null
        or figures.label is not null as is_judged,
        figures_of_parts.event_id is not null as has_parts,
        coalesce(matched_figures.is_tally, false) or figures.is_known as is_known,
        case
            when matched_figures.reading = 'theirs' and is_tally
                then 'attempts without an answer or whose grader failed, judged by the tool'
            when matched_figures.reading = 'theirs' then figure_discrepancies.explanation
            when matched_figures.reading = 'zeros' then figure_discrepancies.zero_explanation
            when matched_figures.reading = 'filled'
                then
                    concat_ws(
                        '; ',
                        figure_discrepancies.explanation,
                        'cases with fewer than '
                        || regexp_extract(figures.reducer, '\d+$')
                        || ' scored attempts, 1 to the tool: '
                        || matched_figures.filled_count
                    )
        end as explanation,
        case
            when figure_discrepancies.infinite_count > 0 and figures.is_known and not is_tally
                then
                    case when figures.measure in ('accuracy', 'mean') then 'a mean ' else '' end
                    || 'over the '
                    || coalesce(matched_figures.our_count, 0)
                    || ' finite values; '
                    || figure_discrepancies.infinite_count
                    || case when figure_discrepancies.infinite_count = 1 then ' is' else ' are' end
                    || ' infinite'
        end as infinite_note,
        matched_figures.event_id is not null as is_computed,
        coalesce(matched_figures.is_equal, false) as is_equal,
        coalesce(matched_figures.reading in ('theirs', 'zeros', 'filled'), false) as is_theirs,
        matched_figures.is_relative,
        is_equal and not is_theirs and not is_relative as is_ours,
        matched_figures.is_graded,
        matched_figures.highest_value,
        matched_figures.reducer as matched_reducer,
        matched_figures.error_of,
        figures.measure = 'stderr' and matched_figures.error_of is not null as is_error_of_another,
        case
            when is_equal or matched_figures.error_of is not null then matched_figures.unit_size
            else 1
        end as unit_size,
        case
            when is_ours then matched_figures.computed_value
            else unit_size * matched_figures.our_value
        end
            as computed_value,
        case
            when is_ours then matched_figures.computed_stderr
            else unit_size * matched_figures.our_stderr
        end
            as computed_stderr,
        case when is_ours then matched_figures.value_count else matched_figures.our_count end
            as computed_count
    from figures
    left join facts.matched_figures using (run_id, event_id)
    left join held_attempts using (run_id, system_id)
    left join run_attempts using (run_id)
    left join judged_scorers using (run_id, system_id, validator_id)
    left join figures_of_parts using (run_id, event_id)
    left join facts.figure_discrepancies
        on
            figures.run_id = figure_discrepancies.run_id
            and figures.system_id = figure_discrepancies.system_id
            and figures.valued_id = figure_discrepancies.validator_id
),

counted_figures as (
    select
        *,
        case
            when is_of_runs or attempt_count = 0 then null
            -- Tools may count attempts that failed among those that they completed.
            when
                held_count < completed_count
                and (not is_equal or attempt_count < completed_count)
                then
                    'the log holds ' || held_count || ' of the ' || completed_count
                    || ' attempts it is of'
            -- Under --run-id several logs may be one run. A killed log that counts all its samples
            -- and none of them as completed is whole.
            when held_count > completed_count and held_count != coalesce(sample_count, -1)
                then
                    'the run holds ' || held_count || ' attempts, more than the '
                    || completed_count || ' it is of'
            when held_score_count < told_score_count and group_name is null
                then
                    'the log holds ' || held_score_count || ' of the ' || told_score_count
                    || ' samples it is of'
        end as count_obstacle
    from held_figures
),

obstructed_figures as (
    select
        *,
        case
            when is_mean_of_groups then 'evalstore gives no mean of the figures of groups'
            when value is null and value_text is not null then 'the tool reports ' || value_text
            when is_ours then count_obstacle
            when is_equal then null
            when value is null then 'no number is reported'
            when starts_with(metric, 'bootstrap_')
                then 'it rests on random draws, which nobody can draw again'
            when not is_known then 'evalstore does not compute ' || measure
            when is_of_runs and not is_computed
                then 'the log does not hold samples of all its tasks'
            when is_of_runs and computed_count < scored_count
                then
                    'the log holds ' || computed_count || ' of the ' || scored_count
                    || ' samples it is of'
            when is_of_runs then null
            when attempt_count = 0 then 'the log holds no samples'
            when count_obstacle is not null then count_obstacle
            when has_parts and not is_judged
                then validator_id || ' gives parts, which have figures of their own'
            when not is_judged then 'the log holds no verdict of ' || validator_id
            when not is_computed and group_name is not null
                then 'no case with a value is in group ' || group_name
            when not is_computed
                then 'reducer ' || coalesce(reducer, 'mean') || ' gives no value here'
            when has_threshold and is_graded
                then 'the log does not say its reducer''s threshold, and not all scores are 0 or 1'
        end as obstacle
    from counted_figures
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
    value_text as reported_text,
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
    nullif(
        concat_ws(
            '; ',
            obstacle,
            case
                when obstacle is not null or is_equal then null
                when json_type(params, '$.outcomes') = 'ARRAY'
                    then 'the file counts other tests than it lists'
            end,
            case
                when obstacle is null and (is_equal or error_of is not null)
                    then
                        nullif(
                            concat_ws(
                                '; ',
                                case when unit_size = 100 then 'in percent' end,
                                case
                                    when matched_reducer = 'none' and not is_error_of_another
                                        then 'of attempts, not of cases'
                                end,
                                case
                                    when is_relative
                                        then
                                            'the tool divides by the best score it gave, '
                                            || highest_value
                                end,
                                explanation,
                                'the standard error is that of '
                                || case
                                    when error_of = 'samples'
                                        then 'a mean over all samples of the tasks'
                                    when error_of = 'tasks'
                                        then 'a mean over the means of the tasks'
                                    when error_of = 'none' then 'a mean over attempts'
                                    when error_of is not null then 'a mean over cases'
                                end
                            ),
                            ''
                        )
            end,
            infinite_note
        ),
        ''
    ) as reason,
    event_id
from obstructed_figures;
