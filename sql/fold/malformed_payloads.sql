-- How many payloads of an inbox file are no JSON.

select count(*) as payload_count
from read_parquet($file)
where not json_valid(payload);
