"""Holds JSON against milepost's own schemas, and those of formats that others define."""

import json
import os

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
OF_OTHERS = os.path.join(HERE, "schemas")
OWN = os.path.join(HERE, "..", "..", "schemas")


def validate(value, schema_name):
    own = os.path.join(OWN, schema_name)
    path = own if os.path.exists(own) else os.path.join(OF_OTHERS, schema_name)
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(value)
