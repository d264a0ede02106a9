-- Who judged in each run: every version, digest and model of a validator, and how many cases.
--
-- A judge is a validator, a rule as well as a model or a person. is_rating is true where any of
-- these verdicts says whether the answer is right; facts.verdicts says what decides it.
--
-- Verdicts that count nothing are left out: unscored ones, errors, and those on what was missing,
-- failed or could not be parsed, where the status of the response decides. The version is that of
-- the verdict, else the one that the run names as it starts. A case with attempts that were judged
-- by several is counted for each.
--
-- Kept for each run when its facts change, so that to ask who judged a long history reads few
-- rows; they are computed by facts.computed_judges.
--
-- grain: run_id, system_id, validator_id, validator_version, validator_digest, judge_model
-- empty without: verdicts

select *
from facts.computed_judges
