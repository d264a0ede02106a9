-- Seconds since 1970, UTC, as RFC 3339; null where nobody knows, and for times nobody means.

create or replace temp macro hosted_evals_time(seconds) as
case
    when seconds between 1e9 and 4e9
        then strftime(make_timestamp((1000000 * seconds)::bigint), '%Y-%m-%dT%H:%M:%S.%fZ')
end;
