-- How far agreement goes beyond what chance gives, of how far it could: a kappa.
--
-- Null where chance alone agrees always, since everyone used one and the same category.

create or replace macro macros.chance_corrected(observed_share, expected_share) as
case
    when expected_share < 1
        then (observed_share - expected_share) / (1 - expected_share)
end;
