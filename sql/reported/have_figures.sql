-- Whether events on their way into the log are figures that a tool reports.

select count(*) as figure_count
from read_parquet($files)
where kind = 'score_reported'
