"""Holds JSON against the schemas in schemas/."""

import json
import os

import jsonschema

SCHEMAS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemas")


def validate(value, schema_name):
    with open(os.path.join(SCHEMAS, schema_name), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(value)
