-- Cases that became wrong or right from one run to the next of its suite: one row per change.
--
-- A run is compared with the run before it, in the order of facts.commits, that completed with all
-- of its cases and judged the same system by the same validator in the same version of the suite.
-- For any other two runs: `from macros.regressions('baseline run', 'run')`.
--
-- A case is right where the mean of its attempts is one half or more. One that is left out on a
-- side (an error, no verdict), or that asked something else there, is no change. outcome is as in
-- facts.case_outcomes. has_other_judge: the two verdicts name different validator digests, so the
-- judge may have changed and not the answer; `compare` refuses such runs.
--
-- grain: baseline_run_id, run_id, system_id, validator_id, case_id

create or replace view facts.regressions as

with judged_runs as (
    select distinct
        run_id,
        system_id,
        validator_id
    from facts.scored
    where is_right is not null
),

run_pairs as (
    select
        judged_runs.run_id,
        judged_runs.system_id,
        judged_runs.validator_id,
        commits.git_sha,
        lag(judged_runs.run_id) over earlier_runs as baseline_run_id,
        lag(commits.git_sha) over earlier_runs as git_sha_before
    from judged_runs
    inner join facts.commits using (run_id)
    inner join facts.case_completeness using (run_id)
    where case_completeness.has_all_cases
    window earlier_runs as (
        partition by
            commits.suite, commits.suite_version, judged_runs.system_id, judged_runs.validator_id
        order by commits.run_number
    )
)

select
    run_pairs.baseline_run_id,
    run_pairs.run_id,
    run_pairs.system_id,
    run_pairs.validator_id,
    newer.case_id,
    newer.is_primary_validator,
    macros.change(older.is_right, newer.is_right) as change,
    older.outcome as outcome_before,
    newer.outcome,
    older.answer as answer_before,
    newer.answer,
    older.correctness as correctness_before,
    newer.correctness,
    coalesce(older.validator_digest <> newer.validator_digest, false) as has_other_judge,
    run_pairs.git_sha_before,
    run_pairs.git_sha
from run_pairs
inner join facts.case_outcomes as newer
    on
        run_pairs.run_id = newer.run_id
        and run_pairs.system_id = newer.system_id
        and run_pairs.validator_id = newer.validator_id
inner join facts.case_outcomes as older
    on
        run_pairs.baseline_run_id = older.run_id
        and run_pairs.system_id = older.system_id
        and run_pairs.validator_id = older.validator_id
        and newer.case_id = older.case_id
where
    older.is_right <> newer.is_right
    and coalesce(older.prompt_sha256 = newer.prompt_sha256, true);
