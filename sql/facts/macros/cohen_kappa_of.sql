-- How far any two of the raters named agree, as they come and beyond chance.
--
-- `raters` lists validators, such as ['factual', 'jo', 'kim']; each pair of them with a verdict on
-- a common answer has a row, whatever they were asked: to choose those that rate one thing is up
-- to the caller. `selected_run_id` null stands for all runs. Numbers as in metrics.cohen_kappa and
-- metrics.percent_agreement; the interval is that of cohen_kappa. Raters of whom some verdicts say
-- whether the answer is right, and others do not, have a row for each.
--
-- grain: run_id, system_id, left_validator_id, right_validator_id, are_ratings

create or replace macro macros.cohen_kappa_of(selected_run_id, raters) as table

    with agreements as (
        select *
        from facts.agreements
        where
            (selected_run_id is null or run_id = selected_run_id)
            and list_contains(raters, left_validator_id)
            and list_contains(raters, right_validator_id)
    ),

    kappas as (
        select
            agreements.*,
            macros.chance_corrected(observed_share, expected_share) as cohen_kappa
        from agreements
    ),

    spreads as (
        select
            kappas.*,
            macros.kappa_error(
                cohen_kappa, observed_share, expected_share, linear_sum, square_sum, rated_count
            ) as standard_error
        from kappas
    )

    select
        run_id,
        system_id,
        left_validator_id,
        right_validator_id,
        are_ratings,
        rated_count as scored_count,
        error_count,
        unscored_count,
        observed_share as percent_agreement,
        cohen_kappa,
        standard_error,
        case
            when standard_error is not null
                then greatest(-1e0, cohen_kappa - 1.959963984540054e0 * standard_error)
        end as ci_low,
        case
            when standard_error is not null
                then least(1e0, cohen_kappa + 1.959963984540054e0 * standard_error)
        end as ci_high
    from spreads;
