-- The data of the last event of a type in a sample; null where there is none.

create or replace temp macro openai_evals_last(recorded, event_type) as
list_last(list_filter(recorded, lambda event: event.type = event_type)).data;
