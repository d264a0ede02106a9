-- How likely at least one of `drawn_count` attempts at a case is right, averaged over the cases.
--
-- As metrics.pass_at_k, for any number of attempts, and over all cases of a system only.
-- `selected_run_id` null stands for all runs. Such as: `from macros.pass_at('r1', 3)`.
--
-- grain: run_id, system_id, validator_id

create or replace macro macros.pass_at(selected_run_id, drawn_count) as table

    with drawn_cases as (
        select
            run_id,
            system_id,
            validator_id,
            is_primary_validator,
            is_missing,
            attempt_count < drawn_count
            and attempt_count + error_attempt_count >= drawn_count as is_failed,
            macros.passing_chance(attempt_count, right_count, drawn_count) as passing_chance
        from facts.attempted_cases
        where slice_name = 'all' and (selected_run_id is null or run_id = selected_run_id)
    )

    select
        run_id,
        system_id,
        validator_id,
        bool_or(is_primary_validator) as is_primary_validator,
        count(passing_chance) as scored_count,
        count(*) filter (where is_missing) as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where passing_chance is null and not is_failed) as unscored_count,
        avg(passing_chance order by passing_chance) as pass_at_k
    from drawn_cases
    group by all;
