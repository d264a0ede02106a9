-- What models have replied as judges, by the hash of their question, in any run.
--
-- Of a verdict or an analysis with several replies each is a row. Where one question was answered
-- twice, by two processes at once, the earlier reply counts.
--
-- Parameters: prompt_sha256 (of the template).
--
-- grain: request_sha256

with recorded_judges as (
    select
        position,
        from_json(coalesce(payload -> '$.judge', payload -> '$.results.judge'), '{
            "model": "VARCHAR", "prompt_sha256": "VARCHAR", "raw_reply": "VARCHAR",
            "request_sha256s": ["VARCHAR"], "raw_replies": ["VARCHAR"]
        }') as judge
    from log.events
    where
        kind in ('verdict_recorded', 'analysis_recorded')
        and contains(payload, $prompt_sha256)
),

replies as (
    select
        position,
        judge.model,
        unnest(judge.request_sha256s) as request_sha256,
        unnest(coalesce(judge.raw_replies, [judge.raw_reply])) as reply_text
    from recorded_judges
    where
        judge.prompt_sha256 = $prompt_sha256
        and len(judge.request_sha256s) = len(coalesce(judge.raw_replies, [judge.raw_reply]))
)

select
    request_sha256,
    arg_min(reply_text, position) as reply_text,
    arg_min(model, position) as model
from replies
where reply_text <> ''
group by request_sha256
