-- The last level of readings in their order, smoothed exponentially.
--
-- The first reading is its own level; each further one is weighed with ema_alpha, in (0, 1],
-- against the level before it. It is taken step by step, so that its bits are the same everywhere.

create or replace macro macros.smoothed(readings, ema_alpha) as
list_reduce(
    readings,
    lambda level, reading: ema_alpha::double * reading + (1 - ema_alpha::double) * level
);
