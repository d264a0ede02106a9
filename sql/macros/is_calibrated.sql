-- Whether an answer claims a confidence that its verdict can be compared with.
--
-- Who abstains claims nothing, whatever number stands beside it.

create or replace macro macros.is_calibrated(is_right, outcome, confidence) as
is_right is not null
and confidence is not null
and outcome is distinct from 'abstained';
