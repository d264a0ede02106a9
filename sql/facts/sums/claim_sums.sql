-- The counts and sums over all claims of one kind: what the mean scores of confidence are made of.
--
-- variant names the kind of confidence. What claims nothing has no kind, so its counts belong to
-- every kind of its grain; a grain without any claim has one row, and no sums. Counts are of
-- cases, sums are weighted, so that a case counts once however often it was attempted. Which
-- claims are sure, and which doubtful: facts.sliced_claims.
--
-- Kept for each run when its facts change, so that numbers over many runs read few rows; they are
-- computed by facts.computed_claim_sums.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- empty without: answers
-- for: metrics

select *
from facts.computed_claim_sums
