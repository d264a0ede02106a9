-- The counts and sums of what scorers measured on scales of their own.
--
-- A case counts with the mean over its measured attempts. Only validators that measured something
-- of a run are here; what they did not measure is missing, failed or the rest, counted in cases,
-- and left_out_attempt_count holds it in attempts.
--
-- Kept for each run when its facts change, so that numbers over many runs read few rows; they are
-- computed by facts.computed_measured_sums.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- empty without: measurements
-- for: metrics

select *
from facts.computed_measured_sums
