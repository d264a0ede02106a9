-- How likely at least one of `drawn_count` attempts at a case is right, averaged over the cases.
--
-- As metrics.pass_at_k, for any number of attempts, and over all cases of a system only.
-- `asked_run_id` null stands for all runs. Such as: `from macros.pass_at('r1', 3)`.
--
-- grain: run_id, system_id, validator_id

create or replace macro macros.pass_at(asked_run_id, drawn_count) as table

    with attempts as (
        select
            scored.run_id,
            scored.system_id,
            scored.validator_id,
            scored.case_id,
            scored.is_primary_validator,
            scored.status = 'missing' as is_missing,
            macros.attempt_is_right(
                coalesce(responses.status, 'missing'), verdicts.outcome, verdicts.score
            ) as is_right,
            coalesce(responses.status, 'missing') in ('ok', 'error')
            and coalesce(responses.status = 'error' or verdicts.outcome = 'error', false)
                as is_failed
        from facts.scored
        left join facts.responses using (run_id, system_id, case_id)
        left join facts.verdicts
            using (run_id, system_id, case_id, attempt, validator_id)
        where asked_run_id is null or scored.run_id = asked_run_id
    ),

    attempted_cases as (
        select
            run_id,
            system_id,
            validator_id,
            case_id,
            bool_or(is_primary_validator) as is_primary_validator,
            bool_or(is_missing) as is_missing,
            count(is_right) as attempt_count,
            count(*) filter (where is_right) as right_count,
            count(*) filter (where is_failed) as failed_count
        from attempts
        group by all
    ),

    drawn_cases as (
        select
            run_id,
            system_id,
            validator_id,
            is_primary_validator,
            is_missing,
            attempt_count < drawn_count
            and attempt_count + failed_count >= drawn_count as is_failed,
            macros.passing_chance(attempt_count, right_count, drawn_count) as passing_chance
        from attempted_cases
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
        avg(passing_chance) as pass_at_k
    from drawn_cases
    group by all;
