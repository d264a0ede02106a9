-- Refuses DELETE and TRUNCATE on log.batches: what was appended stays.

create trigger batches_no_delete before delete on log.batches for each statement
insert into log.refusals
select error(
    'log.batches is append-only: DELETE refused; append a revision or a retraction instead'
);
