"""The description of the API holds: schemathesis asks the running server what the description
allows, and more, and holds every answer against it. It comes from PyPI into a folder of its own;
where it cannot be had, that test is skipped."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import jsonschema

from _api import Api

# As long as it may take, in seconds.
LIMIT = 60
VERSION = "4.*"


def schemathesis():
    """The program, from the folder that MILEPOST_SCHEMATHESIS names or from a new one."""
    kept = os.environ.get("MILEPOST_SCHEMATHESIS")
    folder = kept or os.path.join(tempfile.gettempdir(), "milepost-schemathesis")
    program = os.path.join(folder, "bin", "schemathesis")
    if not os.path.exists(program):
        made = subprocess.run([sys.executable, "-m", "venv", folder], capture_output=True,
                              check=False)
        if made.returncode == 0:
            subprocess.run([os.path.join(folder, "bin", "pip"), "install", "-q",
                            "schemathesis==" + VERSION], capture_output=True, check=False,
                           timeout=600)
    return program if os.path.exists(program) else None


class OpenApi(unittest.TestCase):

    def setUp(self):
        self.api = Api(self, "--rates", "100000")
        self.described = self.api.get("/openapi.json").json()

    def validate(self, value, component):
        schema = {"$ref": "#/components/schemas/" + component,
                  "components": self.described["components"]}
        jsonschema.Draft202012Validator(schema).validate(value)

    def test_schemas_are_schemas(self):
        for name, schema in self.described["components"]["schemas"].items():
            with self.subTest(name):
                jsonschema.Draft202012Validator.check_schema(schema)

    def test_real_answers(self):
        """Every read without what only an issue has, of a record that has something of each."""
        token = self.api.token("mokafor")
        digest = self.api.get("/proposals/140/document").headers["Milepost-Text"]
        for path, body in (("approvals", {"role": "approver", "text": digest}),
                           ("concerns", {"comment": "what of it?"}),
                           ("hold", {"comment": "wait"})):
            done = self.api.change("POST", "/proposals/140/" + path, token, body)
            self.assertEqual(done.status, 200, done.text)
            self.validate(done.json(), "ReviewOutcome")
        values = {"proposal": "140", "release": "v1.15", "freeze": "prr-freeze", "rule": "MP201",
                  "person": "mokafor", "group": "sig-runtime"}
        query = {"/api/v1/proposals/{proposal}/diff": "?from=HEAD", "/api/v1/search": "?q=lanes"}
        tracked = ("tracking", "labels", "comments")
        read = 0
        for path, operations in self.described["paths"].items():
            if "get" not in operations or path.endswith((*tracked, "tokens", "stream")):
                continue
            with self.subTest(path):
                content = operations["get"]["responses"]["200"]["content"]
                answer = self.api.browser.get(
                    path.format(**values) + query.get(path, ""),
                    headers={"Authorization": "Bearer " + token})
                self.assertEqual(answer.status, 200, answer.text)
                if "application/json" in content:
                    component = content["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
                    self.validate(answer.json(), component)
                    read += 1
        self.assertGreater(read, 20)

    def test_schemathesis(self):
        program = schemathesis()
        if not program:
            self.skipTest("schemathesis cannot be had from PyPI")
        token = self.api.token("mokafor")
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [program, "run", self.api.address + "/api/v1/openapi.json", "--header",
                 "Authorization: Bearer " + token, "--phases", "examples,coverage,fuzzing",
                 "--checks", "not_a_server_error,status_code_conformance,"
                 "content_type_conformance,response_schema_conformance",
                 "--max-examples", "3", "--max-response-time", "5", "--seed", "1",
                 "--generation-deterministic", "--exclude-path-regex", "/tokens|/stream",
                 "--no-color"], cwd=folder, capture_output=True, check=False, timeout=LIMIT + 30)
        self.assertEqual(done.returncode, 0, done.stdout.decode()[-6000:])


if __name__ == "__main__":
    unittest.main()
