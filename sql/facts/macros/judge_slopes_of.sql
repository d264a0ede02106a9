-- How a judge's verdicts change with a number that should not matter, such as a reply's length.
--
-- `attribute` is `reply_length`, by which the slope is of a doubling of the characters, or an
-- attribute of cases with numbers, such as how much longer the first of two replies is.
-- A verdict counts as 1 where it is right, 0 where it is wrong or abstained, and as its value if
-- it is measured; `level_at_zero` is the fitted verdict where the number is 0, which of a choice
-- between two that are alike is 0.5 without a bias by position. slope_beyond_people is of what the
-- verdict exceeds the label of most people by: the bias of the judge, not of the replies.
-- Least squares over the replies of all systems of a run, with HC1 errors and Student's t; replies
-- to one case count as independent. `selected_run_id` null stands for all runs.
--
-- grain: run_id, validator_id

create or replace macro macros.judge_slopes_of(selected_run_id, attribute) as table

    with numbers as (
        select
            run_id,
            case_id,
            try_cast(value as double) as number
        from facts.case_attributes
        where name = attribute and (selected_run_id is null or run_id = selected_run_id)
    ),

    votes as (
        select
            run_id, system_id, case_id, attempt,
            count(*) filter (where outcome = 'right') as right_count,
            count(*) filter (where outcome in ('wrong', 'abstained')) as not_right_count
        from facts.verdicts
        where validator_id like 'human:%' and is_rating
        group by all
    ),

    verdicts as (
        select
            verdicts.run_id,
            verdicts.validator_id,
            case
                when attribute = 'reply_length' and length(responses.text) > 0
                    then log2(length(responses.text))
                when attribute <> 'reply_length' then numbers.number
            end as place,
            case
                when verdicts.outcome = 'right' then 1e0
                when verdicts.outcome in ('wrong', 'abstained') then 0e0
                when verdicts.outcome = 'measured' then verdicts.value
            end as height,
            case
                when
                    verdicts.validator_id not like 'human:%'
                    and verdicts.is_rating
                    and votes.right_count <> votes.not_right_count
                    and verdicts.outcome in ('right', 'wrong', 'abstained')
                    then
                        case when verdicts.outcome = 'right' then 1e0 else 0e0 end
                        - case when votes.right_count > votes.not_right_count then 1e0 else 0e0 end
            end as excess
        from facts.verdicts as verdicts
        left join facts.responses as responses
            on
                verdicts.run_id = responses.run_id
                and verdicts.system_id = responses.system_id
                and verdicts.case_id = responses.case_id
                and verdicts.attempt = responses.attempt
        left join numbers
            on verdicts.run_id = numbers.run_id and verdicts.case_id = numbers.case_id
        left join votes
            on
                verdicts.run_id = votes.run_id
                and verdicts.system_id = votes.system_id
                and verdicts.case_id = votes.case_id
                and verdicts.attempt = votes.attempt
        where selected_run_id is null or verdicts.run_id = selected_run_id
    ),

    -- The verdicts, and what they exceed the labels by.
    points as (
        select
            run_id, validator_id, place, height,
            false as is_excess
        from verdicts
        where place is not null and height is not null
        union all
        select
            run_id, validator_id, place,
            excess as height,
            true as is_excess
        from verdicts
        where place is not null and excess is not null
    ),

    lines as (
        select
            run_id, validator_id, is_excess,
            count(*) as point_count,
            avg(place) as mean_place,
            avg(height) as mean_height,
            regr_slope(height, place) as slope,
            regr_sxx(height, place) as spread
        from points
        group by all
    ),

    errors as (
        select
            points.run_id, points.validator_id, points.is_excess,
            macros.sandwich_error(
                sum(
                    power(points.place - mean_place, 2)
                    * power(points.height - mean_height - slope * (points.place - mean_place), 2)
                ),
                any_value(spread),
                count(*)
            ) as standard_error
        from points
        inner join lines
            on
                points.run_id = lines.run_id
                and points.validator_id = lines.validator_id
                and points.is_excess = lines.is_excess
        group by all
    ),

    fits as (
        select
            lines.*,
            standard_error,
            macros.student_quantile_975(point_count - 2) * standard_error as half_width
        from lines
        inner join errors
            on
                lines.run_id = errors.run_id
                and lines.validator_id = errors.validator_id
                and lines.is_excess = errors.is_excess
        where spread > 0
    )

    select
        run_id,
        validator_id,
        max(point_count) filter (where not is_excess) as scored_count,
        max(mean_height) filter (where not is_excess) as mean_verdict,
        max(mean_height - slope * mean_place) filter (where not is_excess) as level_at_zero,
        max(slope) filter (where not is_excess) as verdict_slope,
        max(slope - half_width) filter (where not is_excess) as ci_low,
        max(slope + half_width) filter (where not is_excess) as ci_high,
        coalesce(max(point_count) filter (where is_excess), 0) as label_count,
        max(slope) filter (where is_excess) as slope_beyond_people,
        max(slope - half_width) filter (where is_excess) as slope_beyond_people_low,
        max(slope + half_width) filter (where is_excess) as slope_beyond_people_high
    from fits
    group by all;
