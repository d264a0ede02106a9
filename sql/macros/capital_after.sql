-- The capital of a player who bets that values lie above a bound, after one value more.
--
-- As macros.log_evidence_of_mean_above. `state` holds what came before: `counted` values, their
-- `total` and the `squares` of their distances from the mean of that time, both with one imagined
-- value of 1/2 and a variance of 1/4, the logarithm of the `capital`, and the `largest` so far.

create or replace macro macros.capital_after(state, number, bound, alpha) as
{
    'next': number,
    'counted': state.counted + 1,
    'total': state.total + number,
    'squares': state.squares + (number - (state.total + number) / (state.counted + 2)) ** 2,
    'capital': state.capital + ln(1 + macros.bet_above(state, bound, alpha) * (number - bound)),
    'largest': greatest(
        state.largest,
        state.capital + ln(1 + macros.bet_above(state, bound, alpha) * (number - bound))
    )
};
