-- How much a player bets that the next value lies above a bound, as a multiple of the distance.
--
-- As macros.log_evidence_of_mean_above; `state` is that of macros.capital_after.

create or replace macro macros.bet_above(state, bound, alpha) as
least(
    sqrt(
        -2 * ln(alpha)
        / (ln(state.counted + 2) * state.squares)
    ),
    0.5 / bound
);
