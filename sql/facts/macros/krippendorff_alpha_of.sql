-- How far the raters named agree beyond chance, whoever of them rated which answer.
--
-- `raters` lists validators, such as ['factual', 'jo', 'kim']; to choose those that rate one thing
-- is up to the caller. `selected_run_id` null stands for all runs. Numbers as in
-- metrics.krippendorff_alpha.
--
-- grain: run_id, system_id

create or replace macro macros.krippendorff_alpha_of(selected_run_id, raters) as table

    with answers as (
        select
            run_id,
            system_id,
            case_id,
            attempt,
            count(rating) as rating_count,
            count(*) filter (where is_error) as error_count,
            count(*) filter (where rating = 'right') as right_count,
            count(*) filter (where rating = 'wrong') as wrong_count,
            count(*) filter (where rating = 'abstained') as abstained_count
        from facts.ratings
        where
            (selected_run_id is null or run_id = selected_run_id)
            and list_contains(raters, validator_id)
        group by all
    ),

    paired_answers as (
        select
            run_id,
            system_id,
            error_count,
            right_count,
            wrong_count,
            abstained_count,
            case when rating_count > 1 then rating_count end as rating_count
        from answers
    ),

    sums as (
        select
            run_id,
            system_id,
            count(rating_count) as scored_count,
            count(*) filter (where rating_count is null and error_count > 0) as error_count,
            count(*) filter (where rating_count is null and error_count = 0) as unscored_count,
            sum(rating_count) as rating_count,
            sum(right_count) filter (where rating_count is not null) as right_count,
            sum(wrong_count) filter (where rating_count is not null) as wrong_count,
            sum(abstained_count) filter (where rating_count is not null) as abstained_count,
            sum((
                rating_count * rating_count
                - right_count * right_count
                - wrong_count * wrong_count
                - abstained_count * abstained_count
            ) / (rating_count - 1)) as disagreement_sum
        from paired_answers
        group by all
    )

    select
        run_id,
        system_id,
        scored_count,
        error_count,
        unscored_count,
        rating_count::bigint as rating_count,
        macros.krippendorff_alpha(
            disagreement_sum,
            right_count * right_count
            + wrong_count * wrong_count
            + abstained_count * abstained_count,
            rating_count
        ) as krippendorff_alpha
    from sums;
