-- What each validator said of each attempt, as a rater of the answer: right, wrong or abstained.
--
-- Undetermined, unscored and measured are ratings that are missing, and so is error, which is
-- counted apart. is_rating says whether the verdict is about the answer being right, see
-- facts.verdicts: other validators ask questions of their own, and that a wrong answer is well
-- formed is no disagreement. Metrics of agreement are of those; whom else to compare is for
-- macros.cohen_kappa_of and its neighbours to name.
--
-- grain: run_id, system_id, case_id, attempt, validator_id
-- for: metrics

create or replace view facts.ratings as

select
    run_id, system_id, case_id, attempt, validator_id,
    is_rating,
    outcome = 'error' as is_error,
    case when outcome in ('right', 'wrong', 'abstained') then outcome end as rating
from facts.verdicts;
