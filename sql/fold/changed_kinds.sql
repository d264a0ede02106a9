-- The kinds of the new events; an analysis that applied drift triggers counts as a detection.
--
-- Such an analysis decides which weeks of facts.drift_weeks have a flag, as a detection does; what
-- other analyses found is in no table of facts.
--
-- grain: kind

select distinct
    case
        when
            kind = 'analysis_recorded'
            and json_extract_string(payload, '$.method') = 'drift_triggers'
            then 'drift_detected'
        else kind
    end as kind
from new_events
