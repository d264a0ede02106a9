-- Refuses UPDATE on log.batches: what was appended stays.

create trigger batches_no_update before update on log.batches for each statement
insert into log.refusals
select error(
    'log.batches is append-only: UPDATE refused; append a revision or a retraction instead'
);
