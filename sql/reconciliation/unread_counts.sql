-- How many events that an older reading had made are no longer read, by the source that names the
-- file now; a file that an older reading had read is listed also without any.

select
    older_readings.source,
    count(withdrawals.event_id) as event_count
from older_readings
left join withdrawals
    on
        withdrawals.is_unread
        and (
            source_sha256(withdrawals.source) = older_readings.sha256
            or (
                source_format(withdrawals.source) = source_format(older_readings.source)
                and source_name(withdrawals.source) = source_name(older_readings.source)
            )
        )
group by older_readings.source
order by older_readings.source
