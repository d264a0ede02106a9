-- Who judged, as one text: the validator, its digest (else its version), the model and the prompt.
--
-- Two verdicts of the same text come from the same judge; what is not known is left out of it.

create or replace macro macros.judge_identity(
    validator_id, validator_version, validator_digest, judge_model, judge_prompt_sha256
) as
concat_ws(
    ', ',
    validator_id,
    coalesce('digest ' || validator_digest, 'version ' || validator_version),
    'model ' || judge_model,
    'prompt ' || judge_prompt_sha256
);
