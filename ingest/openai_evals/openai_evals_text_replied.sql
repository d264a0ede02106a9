-- The text of a reply: what the match was of, else what came last; null where neither was kept.

create or replace temp macro openai_evals_text_replied(judged, replies) as
coalesce(openai_evals_text(json_extract(judged.match, '$.sampled')), list_last(replies).text);
