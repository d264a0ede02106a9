-- Cases that became wrong or right between any two runs: one row per change.
--
-- The columns are those of facts.regressions, which has pairs of neighbours. Such as:
--
--     from macros.regressions('release-1', 'release-2') where change = 'became wrong'
--
-- grain: baseline_run_id, run_id, system_id, validator_id, case_id

create or replace macro macros.regressions(baseline_run, newer_run) as table

    with older as (
        select
            run_id as baseline_run_id,
            system_id,
            validator_id,
            case_id,
            outcome as outcome_before,
            answer as answer_before,
            correctness as correctness_before,
            is_right as was_right,
            prompt_sha256 as prompt_sha256_before,
            validator_digest as validator_digest_before
        from facts.case_outcomes
        where run_id = baseline_run
    ),

    newer as (
        from facts.case_outcomes
        where run_id = newer_run
    )

    select
        older.baseline_run_id,
        newer.run_id,
        newer.system_id,
        newer.validator_id,
        newer.case_id,
        newer.is_primary_validator,
        macros.change(older.was_right, newer.is_right) as change,
        older.outcome_before,
        newer.outcome,
        older.answer_before,
        newer.answer,
        older.correctness_before,
        newer.correctness,
        coalesce(older.validator_digest_before <> newer.validator_digest, false)
            as has_other_judge,
        runs_before.git_sha as git_sha_before,
        runs.git_sha
    from older
    inner join newer using (system_id, validator_id, case_id)
    left join facts.runs as runs_before on older.baseline_run_id = runs_before.run_id
    left join facts.runs on newer.run_id = runs.run_id
    where
        older.was_right <> newer.is_right
        and coalesce(older.prompt_sha256_before = newer.prompt_sha256, true);
