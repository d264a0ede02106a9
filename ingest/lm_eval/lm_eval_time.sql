-- Seconds since 1970, UTC, as RFC 3339; null where nobody knows.

create or replace temp macro lm_eval_time(seconds) as
strftime(make_timestamp((1000000 * seconds)::bigint), '%Y-%m-%dT%H:%M:%S.%fZ');
