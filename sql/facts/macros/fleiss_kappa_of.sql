-- How far the raters named agree beyond chance, where each of them rated the answer.
--
-- `raters` lists validators, such as ['factual', 'jo', 'kim']; to choose those that rate one
-- thing is up to the caller. `selected_run_id` null stands for all runs. Numbers as in
-- metrics.fleiss_kappa, except that every rater named has to have rated an answer, also one who
-- rated none.
--
-- grain: run_id, system_id

create or replace macro macros.fleiss_kappa_of(selected_run_id, raters) as table

    with answers as (
        select
            run_id,
            system_id,
            case_id,
            attempt,
            count(rating) = list_unique(raters) as is_rated,
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

    sums as (
        select
            run_id,
            system_id,
            count(*) filter (where is_rated) as scored_count,
            count(*) filter (where not is_rated and error_count > 0) as error_count,
            count(*) filter (where not is_rated and error_count = 0) as unscored_count,
            sum(right_count) filter (where is_rated) as right_count,
            sum(wrong_count) filter (where is_rated) as wrong_count,
            sum(abstained_count) filter (where is_rated) as abstained_count,
            sum(
                right_count * right_count
                + wrong_count * wrong_count
                + abstained_count * abstained_count
            ) filter (where is_rated) as agreement_sum
        from answers
        group by all
    )

    select
        run_id,
        system_id,
        scored_count,
        error_count,
        unscored_count,
        list_unique(raters)::bigint as rater_count,
        macros.fleiss_kappa(
            agreement_sum,
            right_count * right_count
            + wrong_count * wrong_count
            + abstained_count * abstained_count,
            scored_count,
            list_unique(raters)::bigint
        ) as fleiss_kappa
    from sums;
