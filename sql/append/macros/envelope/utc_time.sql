-- The UTC time that a text names, null if it names none; without an offset it is UTC already.
--
-- A cast to timestamp would drop an offset in silence.

create or replace temp macro utc_time(written) as make_timestamp(epoch_us(try_cast(
    case
        when ends_with(written, 'Z') or written[20:] like '%+%' or written[20:] like '%-%'
            then written
        else written || 'Z'
    end as timestamptz
)));
