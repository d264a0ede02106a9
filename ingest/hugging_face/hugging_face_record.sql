-- What the reader says of one model on one data set, in one typed shape.

create or replace temp macro hugging_face_record(record) as
from_json(record, '{
    "run_id": "VARCHAR", "system_id": "VARCHAR", "suite": "VARCHAR", "config": "JSON",
    "figures": [{
        "scorer": "VARCHAR", "params": "JSON", "value": "DOUBLE", "value_text": "VARCHAR",
        "unit": "VARCHAR",
        "reported_text": "VARCHAR", "source": "JSON", "date": "VARCHAR",
        "is_verified": "BOOLEAN", "has_verify_token": "BOOLEAN"
    }]
}');
