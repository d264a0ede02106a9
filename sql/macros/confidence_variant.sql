-- The variant of a calibration metric: which kind of confidence it is about, empty if not said.

create or replace macro macros.confidence_variant(claimed_kind) as
case
    when claimed_kind <> '' then 'confidence_kind=' || claimed_kind
    else ''
end;
