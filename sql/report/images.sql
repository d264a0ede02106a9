-- The images of a run, those of failing cases first, each once with the cases that it stands in.
--
-- A case links to one of its systems, the first that failed in it. Texts are cut here.

with failing as (
    select
        case_id,
        min(system_id) as system_id
    from facts.scored
    where
        run_id = $run_id
        and represents_case
        and coalesce(not is_right, weight is null)
    group by case_id
),

answering as (
    select
        case_id,
        min(system_id) as system_id
    from facts.responses
    where run_id = $run_id
    group by case_id
),

placed_images as (
    select
        images.sha256,
        images.media_type,
        images.byte_count,
        images.case_id,
        images.place,
        coalesce(images.system_id, failing.system_id, answering.system_id) as system_id,
        images.system_id is not null as is_reply,
        failing.case_id is not null as is_failing,
        left(images.description, $text_limit) as description
    from facts.images
    left join failing on images.case_id = failing.case_id
    left join answering on images.case_id = answering.case_id
    where images.run_id = $run_id
)

select
    sha256,
    media_type,
    max(byte_count) as byte_count,
    bool_or(is_failing) as is_failing,
    bool_and(is_reply) as is_reply,
    min(description) as description,
    count(distinct case_id) as case_count,
    list(distinct row(case_id, system_id) order by row(case_id, system_id)) as cases
from placed_images
group by sha256, media_type
order by is_failing desc, min(case_id), min(place), sha256
