-- The least mean that values in [0, 1] in the order drawn leave possible, at every look.
--
-- It is where macros.log_evidence_of_mean_above of `alpha` reaches -ln(alpha), found by halving to
-- within 2 ^ -20 and rounded down; 0 where no mean above 0 is excluded. The mean is lower with a
-- probability of at most alpha, over all looks together. The greatest mean possible is 1 less that
-- of the values 1 - x; both at half of alpha are the hedged confidence sequence of Waudby-Smith
-- and Ramdas (2024). Null as the evidence is.

create or replace macro macros.least_mean(ordered_values, alpha) as
case
    when macros.log_evidence_of_mean_above(ordered_values, 0.5e0, alpha) is not null
        then
            list_reduce(
                list_transform(range(1, 21), lambda step: 0.5e0 ** step),
                lambda low, width: case
                    when
                        macros.log_evidence_of_mean_above(ordered_values, low + width, alpha)
                        >= -ln(alpha)
                        then low + width
                    else low
                end,
                0e0
            )
end;
