-- Whether two figures are equal: to 1e-9, or to the decimals reported, if these are four or more.

create or replace macro macros.figures_agree(reported, computed) as
abs(reported - computed) <= greatest(
    1e-9 * greatest(1, abs(reported)),
    case
        when regexp_matches(reported::varchar, '^-?\d+\.\d{4,}$')
            then 0.5000001 * 10 ** -length(split_part(reported::varchar, '.', 2))
        else 0
    end
);
