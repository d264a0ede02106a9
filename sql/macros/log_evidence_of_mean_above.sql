-- Evidence, as a logarithm, from values in [0, 1] in the order drawn, of a mean above a bound.
--
-- It is the largest capital so far of a player who begins with 1 and bets on each value in turn,
-- before it is seen, that it lies above `bound`: after each value the capital is multiplied with
-- 1 + bet * (value - bound), where the bet goes by the spread so far and by `alpha` and is at most
-- half of what could ruin the player. If the mean is `bound` or less, the capital exceeds
-- 1 / alpha with a probability of at most alpha, however often one looks, so a mean above it is
-- shown where the logarithm is at least -ln(alpha). Evidence that the mean is below `bound` is
-- that of the values 1 - x above 1 - bound. Null for no value, for one that is null or out of
-- [0, 1], and for a bound or an alpha that is not between 0 and 1. Source: Waudby-Smith and Ramdas
-- (2024), Estimating means of bounded random variables by betting, Journal of the Royal
-- Statistical Society B 86: one side of their hedged capital process, bets by equation 26.

create or replace macro macros.log_evidence_of_mean_above(ordered_values, bound, alpha) as
case
    when
        bound > 0 and bound < 1 and alpha > 0 and alpha < 1
        and list_count(ordered_values) = len(ordered_values)
        and list_min(ordered_values) >= 0 and list_max(ordered_values) <= 1
        then
            list_reduce(
                list_transform(
                    ordered_values,
                    lambda number: {
                        'next': number::double,
                        'counted': 0e0,
                        'total': 0e0,
                        'squares': 0e0,
                        'capital': 0e0,
                        'largest': 0e0
                    }
                ),
                lambda state, item: macros.capital_after(state, item.next, bound, alpha),
                {
                    'next': 0e0,
                    'counted': 0e0,
                    'total': 0.5e0,
                    'squares': 0.25e0,
                    'capital': 0e0,
                    'largest': 0e0
                }
            ).largest
end;
