-- The name of a metric's validator; several of one name in a test case are numbered.

create or replace temp macro deepeval_metric_name(family, metric) as
family || '.' || metric.name
|| case when metric.number > 1 then format('#{}', metric.number) else '' end;
