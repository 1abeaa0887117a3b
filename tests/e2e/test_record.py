"""fsck and the store verbs: what is kept is verified, moved and described."""

import datetime
import hashlib
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import unittest

from _record import Record


def netstring(value):
    value = value if isinstance(value, bytes) else str(value).encode()
    return b"%d:%s," % (len(value), value)


def digest_of(event, before):
    """What src/store/event.h says the digest of an event is, worked out a second time."""
    fields = b"".join(
        netstring(key) + netstring(value) for key, value in event["fields"].items())
    seconds = int(
        subprocess.run(["date", "-d", event["time"], "+%s"], capture_output=True,
                       check=True).stdout)
    parts = (before, event["number"], event["version"], event["stream"], event["kind"],
             event["by"], int(event["claimed"]), seconds, fields, "".join(event["texts"]))
    return hashlib.sha256(b"milepost event 1\n" + b"".join(map(netstring, parts))).hexdigest()


class InAFile(Record):

    def file(self):
        return os.path.join(self.root, ".git", "milepost", "record.db")

    def change(self, script):
        """Changes the record as somebody would who means harm, and leaves its guards in place."""
        with sqlite3.connect(self.file()) as database:
            guards = [sql for (sql,) in database.execute(
                "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")]
            database.executescript("DROP TRIGGER IF EXISTS milepost_events_stay;"
                                   "DROP TRIGGER IF EXISTS milepost_events_remain;" +
                                   ";".join([script, *guards]))
        database.close()

    def messages(self, *words, status=0):
        return [one["message"] for one in self.fsck(*words, status=status)["findings"]]

    def test_nothing_is_made_by_looking(self):
        before = sorted(os.listdir(os.path.join(self.root, ".git")))
        self.assertIn("nothing is recorded yet", self.verb("store", "status").out)
        self.assertFalse(self.fsck()["record"]["exists"])
        self.assertIn("nothing is recorded yet", self.verb("store", "export", status=2).err)
        self.assertIn("nothing is recorded yet",
                      self.verb("fsck", "--checkpoint", "cp", status=2).err)
        self.assertEqual(sorted(os.listdir(os.path.join(self.root, ".git"))), before)

    def test_status(self):
        self.assertEqual(self.approve("a", 2, 3), 6)
        status = json.loads(self.verb("store", "status", "--format", "json").out)
        self.assertEqual((status["store"], status["exists"], status["events"], status["streams"],
                          status["texts"]), (self.file(), True, 6, 3, 0))
        text = self.verb("store", "status").out
        self.assertIn("holds   6 events in 3 streams, 0 texts\n", text)
        self.assertIn(status["digest"], text)
        self.assertEqual(stat.S_IMODE(os.stat(self.file()).st_mode), 0o600)

    def test_digests_are_what_is_written_down(self):
        self.approve("a", 3, 2)
        header, events, _ = self.export()
        before = hashlib.sha256(b"milepost record 1\n" + header["record"].encode()).hexdigest()
        for event in events:
            before = digest_of(event, before)
            self.assertEqual(event["digest"], before)
        self.assertEqual(header["digest"], before)
        self.assertEqual(header["events"], len(events))

    def test_a_checkpoint(self):
        self.approve("a", 2, 3)
        first = self.fsck("--checkpoint", "cp")
        self.assertEqual(first["checkpoint"], {"file": "cp", "outcome": "written"})
        text = self.read(self.root, "cp")
        self.assertRegex(text, r"^milepost checkpoint 1\nrecord [0-9a-f]{32}\nevents 6\n"
                         r"digest [0-9a-f]{64}\ntime 20.*Z\n$")
        self.approve("b", 1, 1)
        self.assertEqual(self.fsck("--checkpoint", "cp")["checkpoint"]["outcome"], "matched")
        self.assertEqual(self.read(self.root, "cp"), text)
        self.fsck("--checkpoint", "cp", "--renew")
        self.assertIn("events 7\n", self.read(self.root, "cp"))
        answer = self.verb("fsck", "--renew", status=2)
        self.assertIn("--renew goes with --checkpoint", answer.err)
        self.write(os.path.join(self.root, "cp"), text.replace("events 6", "events 06"))
        self.assertIn("cp is no checkpoint", self.verb("fsck", "--checkpoint", "cp", status=2).err)

    def test_cut_off_and_put_right_is_found_against_a_checkpoint(self):
        self.approve("a", 2, 3)
        self.fsck("--checkpoint", "cp")
        self.change("DELETE FROM milepost_events WHERE number = 6;"
                    "UPDATE milepost_head SET number = 5, digest ="
                    " (SELECT digest FROM milepost_events WHERE number = 5)")
        found = self.fsck("--checkpoint", "cp", status=1)
        self.assertEqual(found["checkpoint"]["outcome"], "damaged")
        self.assertIn((6, "the record ends with event 5, yet there were 6 when the checkpoint was "
                       "made"), [(one["event"], one["message"]) for one in found["findings"]])

    def test_damage_is_said_and_no_checkpoint_written(self):
        self.approve("a", 2, 3)
        self.change("UPDATE milepost_events SET actor = 'x' WHERE number = 4")
        answer = self.verb("fsck", "--checkpoint", "cp", status=1)
        self.assertIn("damage: record: event 4 was changed: its digest is not that of what it "
                      "says\n", answer.out)
        self.assertIn("checkpoint: cp was not written, since there is damage\n", answer.out)
        self.assertRegex(answer.out, r"damage: record: proposal/\d is summed up wrongly\n")
        self.assertIn("2 pieces of damage\n", answer.out)
        self.assertFalse(os.path.exists(os.path.join(self.root, "cp")))
        quiet = self.verb("fsck", "--quiet", status=1).out
        self.assertEqual(quiet.count("\n"), 2)

    def test_sums_are_made_anew(self):
        self.approve("a", 2, 3)
        before = self.verb("store", "export").out
        self.change("UPDATE milepost_states SET state = 'x' WHERE stream = 'proposal/1'")
        with sqlite3.connect(self.file()) as database:
            database.execute("DROP TRIGGER milepost_events_stay")
        database.close()
        found = self.fsck(status=1)
        self.assertTrue(found["mendable"])
        self.assertEqual([one["message"] for one in found["findings"] if one["area"] == "record"],
                         ["nothing keeps events from being changed: the trigger "
                          "milepost_events_stay is gone", "proposal/1 is summed up wrongly"])
        self.assertIn("the events are sound: milepost store rebuild mends the record\n",
                      self.verb("fsck", status=1).out)
        self.assertIn("2 pieces of damage would be mended",
                      self.verb("store", "rebuild", "--dry-run").err)
        self.fsck(status=1)
        self.assertIn("2 pieces of damage mended", self.verb("store", "rebuild").err)
        self.assertFalse(self.fsck()["mendable"])
        self.assertEqual(self.verb("store", "export").out, before)
        with sqlite3.connect(self.file()) as database:
            with self.assertRaisesRegex(sqlite3.IntegrityError, "events are never changed"):
                database.execute("UPDATE milepost_events SET actor = 'x'")
        database.close()

    def test_damaged_events_are_not_summed_up_anew(self):
        self.assertIn("nothing is recorded yet", self.verb("store", "rebuild", status=2).err)
        self.approve("a", 2, 3)
        self.change("UPDATE milepost_events SET actor = 'x' WHERE number = 4")
        answer = self.verb("store", "rebuild", status=2)
        self.assertIn("nothing was changed", answer.err)
        self.assertIn("but event 4 was changed", answer.err)
        self.assertFalse(self.fsck(status=1)["mendable"])

    def test_what_events_name(self):
        """A record whose chain is sound, with events that no milepost would record."""
        self.approve("a", 1, 1)
        header, events, _ = self.export()
        forged = (("proposal/131", "zork", {}), ("proposal/131", "resolved", {"concern": "99"}),
                  ("proposal/131", "opted-in", {"release": "v9.9"}),
                  ("proposal/131", "approved", {"role": "king", "stage": "gamma"}),
                  ("proposal/140", "approved", {"role": "king"}), ("junk", "a", {}),
                  ("proposal/00131", "held", {}))
        digest, versions = events[-1]["digest"], {}
        for stream, kind, fields in forged:
            versions[stream] = versions.get(stream, 0) + 1
            event = {"number": len(events) + 1, "stream": stream, "version": versions[stream],
                     "kind": kind, "by": "eve", "claimed": True, "time": events[0]["time"],
                     "fields": fields, "texts": []}
            digest = event["digest"] = digest_of(event, digest)
            events.append(event)
        header.update(events=len(events), digest=digest)
        os.remove(self.file())
        self.write(os.path.join(self.root, "forged.jsonl"),
                   "".join(json.dumps(line) + "\n" for line in (header, *events)))
        self.verb("store", "import", "forged.jsonl")
        self.write(os.path.join(self.root, "releases.yaml"),
                   "schema: 1\nreleases:\n  - {name: v1.16, release: 2026-04-22}\n")
        found = self.fsck(status=1)["findings"]
        self.assertEqual([one["message"] for one in found if one["kind"] == "damage"],
                         ["event 3 resolves a concern 99 that nobody raised"])
        notes = [one["message"] for one in found if one["kind"] == "note"]
        self.assertEqual(notes[:5], ["the kind `zork` is not known here: event 2",
                                     "the release `v9.9` is not known here: event 4",
                                     "the role `king` is not known here: events 5, 6",
                                     "the stage `gamma` is not known here: event 5",
                                     "the stream `junk` is not known here: event 7"])
        self.assertIn("proposals that are not here: 0, 00131;", notes[5])

    def test_two_proposals_of_one_number(self):
        self.approve("a", 1, 1)
        folder = os.path.join(self.root, "keps/sig-runtime/")
        for name in ("0-one", "0-two"):
            shutil.copytree(folder + "158-structured-exit-reasons", folder + name)
            path = folder + name + "/kep.yaml"
            self.write(path, self.read(path).replace("kep-number: 158", "kep-number: 0"))
        self.assertTrue(any("cannot tell proposals of one number apart: 0 (" in message
                            for message in self.messages()))

    def test_a_record_that_was_cut_off_while_it_was_made(self):
        self.approve("a", 1, 1)
        self.fsck("--checkpoint", "cp")
        with open(self.file(), "wb"):
            pass
        self.assertIn("is empty: nothing is recorded yet", self.messages()[0])
        self.assertIn("nothing is recorded yet", self.verb("fsck").out)
        self.assertIn("nothing is recorded yet", self.verb("store", "status").out)
        self.verb("why", "131", status=None)
        # A file that somebody has cut to nothing is found against a checkpoint.
        self.assertIn("there is no record, yet there was when the checkpoint was made",
                      self.messages("--checkpoint", "cp", status=1))
        self.assertEqual(self.approve("a", 1, 1), 1)
        self.assertEqual(self.fsck()["record"]["events"], 1)

    def test_a_missing_table(self):
        self.approve("a", 1, 1)
        self.change("DROP TABLE milepost_texts")
        self.assertIn("the table milepost_texts is gone", self.messages(status=1))
        self.assertIn("no such table: milepost_texts", " ".join(self.messages(status=1)))

    def test_a_file_that_is_no_record(self):
        self.approve("a", 1, 1)
        with open(self.file(), "wb") as file:
            file.write(b"x" * 5000)
        self.assertIn("is damaged: file is not a database", self.verb("fsck", status=2).err)
        os.remove(self.file())
        with sqlite3.connect(self.file()) as database:
            database.execute("CREATE TABLE a (b)")
        database.close()
        self.assertIn("no record of milepost's", self.verb("store", "status", status=2).err)
        self.change("DROP TABLE a; PRAGMA application_id = 1298754661; PRAGMA user_version = 9")
        self.assertIn("this record was written by a newer milepost (schema 9, this one knows ",
                      self.verb("store", "status", status=2).err)

    def test_changes_that_were_cut_short(self):
        self.assertEqual(self.fsck()["findings"], [])
        state = os.path.join(self.root, ".git", "milepost")
        os.makedirs(state, exist_ok=True)
        os.chmod(state, 0o700)
        self.write(os.path.join(state, "changes.committed"), "half a journal")
        found = self.fsck(status=1)["findings"]
        self.assertEqual([one["area"] for one in found], ["changes"])
        self.assertIn("changes.committed is damaged", found[0]["message"])
        os.rename(os.path.join(state, "changes.committed"), os.path.join(state, "changes.planned"))
        found = self.fsck(status=1)["findings"]
        self.assertIn("the next command of milepost will undo it", found[0]["message"])
        # Nothing was settled by looking; opening the repository does.
        self.assertTrue(os.path.exists(os.path.join(state, "changes.planned")))
        self.milepost("list", cwd=self.root)
        self.assertEqual(self.fsck()["findings"], [])

    def test_numbers_and_proposals_that_are_not_here(self):
        blob = self.git("hash-object", "-w", "milepost.yaml", cwd=self.root)
        self.git("update-ref", "refs/milepost/numbers/990", blob, cwd=self.root)
        self.approve("a", 1, 1)  # of proposal 0, which there is not
        found = self.fsck()["findings"]
        self.assertEqual([(one["kind"], one["area"]) for one in found],
                         [("note", "numbers"), ("note", "repository")])
        self.assertIn("1 of 1 reserved numbers are those of no proposal: 990", found[0]["message"])
        self.assertIn("proposals that are not here: 0", found[1]["message"])
        self.git("update-ref", "refs/milepost/numbers/x", blob, cwd=self.root)
        found = self.fsck(status=1)["findings"]
        self.assertEqual((found[0]["kind"], found[0]["message"]),
                         ("damage", "reserved, but no numbers: x"))

    def test_an_import_is_all_or_nothing(self):
        self.approve("a", 2, 3)
        self.verb("store", "export", "record.jsonl")
        path = os.path.join(self.root, "record.jsonl")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        lines = self.read(path).splitlines(keepends=True)
        self.assertIn("is not empty: it has 6 events",
                      self.verb("store", "import", "record.jsonl", status=2).err)
        os.remove(self.file())
        for name, text, message in (
            ("cut", "".join(lines[:-1]), "promises 6 events"),
            ("changed", "".join(lines[:2]) + lines[2].replace("prr", "PRR") + "".join(lines[3:]),
             "line 3: event 2 was changed"),
            ("another end", lines[0].replace('"digest":"', '"digest":"' + "0" * 64, 1)[:-67] +
             '"}\n' + "".join(lines[1:]), "is not the one its first line names"),
            ("swapped", "".join(lines[:1] + lines[2:3] + lines[1:2] + lines[3:]),
             "line 2: event 2 stands where 1 should"),
            ("no JSON", "".join(lines[:2]) + "{\n", "line 3: is neither an event nor a text"),
            ("nothing", "", "is no record that milepost exported"),
            ("another format", "".join(lines).replace('"format":1', '"format":2', 1),
             "its format is not 1"),
        ):
            with self.subTest(name):
                self.write(path, text)
                for dry in ([], ["--dry-run"]):
                    answer = self.verb("store", "import", "record.jsonl", *dry, status=2)
                    self.assertIn("nothing was imported: record.jsonl: ", answer.err)
                    self.assertIn(message, answer.err)
                self.assertFalse(os.path.exists(self.file()), "not even an empty record is left")
        self.assertEqual(os.listdir(os.path.dirname(self.file())), [])
        self.write(path, "".join(lines))
        self.verb("store", "import", "--dry-run", "record.jsonl")
        self.assertFalse(os.path.exists(self.file()))
        self.verb("store", "import", "record.jsonl")
        self.assertEqual(self.verb("store", "export").out, "".join(lines))
        self.assertEqual(os.listdir(os.path.dirname(self.file())), ["record.db"])
        self.assertEqual(stat.S_IMODE(os.stat(self.file()).st_mode), 0o600)
        self.fsck()

    def test_an_unknown_address_shows_no_password(self):
        for address in ("mysql://a:secret@b/c", "postgresql://a:se@cret@127.0.0.1:1/c",
                        "postgresql://a:secret@127.0.0.1:1/c", "host=127.0.0.1 password=secret",
                        "postgresql://127.0.0.1:1/c?token=secret", "postgresql:secret",
                        "postgresql://127.0.0.1:1/c?token=se%63ret&sslmode=disable",
                        "postgresql://127.0.0.1:1/c?secret", "postgresql://127.0.0.1:1/c?se%63ret",
                        "postgresql://127.0.0.1:1/c?passfile=/secret&sslkey=secret",
                        "postgresql://127.0.0.1:1/c?options=-cx.y%3Dsecret",
                        "postgresql://127.0.0.1:1/c?token=%zzsecret",
                        "postgresql://127.0.0.1:1/c?token=secret%00",
                        "postgresql://127.0.0.1:1/c?token=a=secret",
                        "postgresql://a%3Asecret@127.0.0.1:1/c",
                        "postgresql://127.0.0.1:1/c%3Fpassword%3Dsecret",
                        "postgresql://127.0.0.1:1/c?dbname=host%3Dx%20password%3Dsecret",
                        "postgresql://127.0.0.1:1/c?connect_timeout=postgresql://a:secret%40b"):
            for words in (["--store", address], []):
                answer = self.milepost("store", "status", *words, cwd=self.root, status=2,
                                       MILEPOST_STORE=address)
                self.assertNotIn("cret", answer.out + answer.err, address)
                self.assertNotEqual(answer.err, "")

    def test_no_verb_shows_what_an_address_hides(self):
        for address in ("postgresql://a:secret@127.0.0.1:1/c?token=secret", "password=secret"):
            for line in ("store status --format json", "fsck", "fsck --format json", "store export",
                         "store import -", "store rebuild", "why 131 --format json",
                         "inbox --as iduarte --format json", "list approved-by:@iduarte",
                         "release status v1.18 --format json", "track show 131",
                         "approve 131 --role approver --as iduarte", "hold 131 --comment x --as a",
                         "diff 131 --approved", "check", "show 131"):
                with self.subTest(line, address=address):
                    answer = self.milepost(*line.split(), cwd=self.root, status=None,
                                           MILEPOST_STORE=address)
                    self.assertNotIn("cret", answer.out + answer.err)

    def test_an_address_in_the_wrong_place_is_not_repeated(self):
        for address in ("postgresql://a:secret@127.0.0.1:1/c?token=secret", "postgres://a:s@cret@b/"):
            for words in ([address], ["store", address], ["store", "status", address],
                          ["check", address], ["list", address], ["check", "--now", address],
                          ["store", "import", address], ["store", "status", f"--stor={address}"]):
                with self.subTest(words):
                    answer = self.milepost(*words, cwd=self.root, status=2)
                    self.assertNotIn("cret", answer.out + answer.err)


# As milepost once recorded it with --now 2099-01-01.
FAR_AHEAD = (
    '{"milepost":"record","format":1,"record":"e4f99d6d3d3eb4ac5be1c3e9c20fc7bb","events":1,"digest":'
    '"66c8a465c4f630350cb2284f0124a6078fd3fcb4167ca2104bacf41274e83d77"}\n'
    '{"number":1,"stream":"proposal/131","version":1,"kind":"held","by":"iduarte","claimed":true,'
    '"time":"2099-01-01T00:00:00Z","fields":{"comment":"see later","clock":"2026-11-16T12:16:46Z"},'
    '"texts":[],"digest":"66c8a465c4f630350cb2284f0124a6078fd3fcb4167ca2104bacf41274e83d77"}\n')


class DaysToCome(Record):
    """What somebody recorded for a day to come keeps nobody out."""

    def day(self, ahead):
        return str(datetime.datetime.now(datetime.timezone.utc).date() +
                   datetime.timedelta(days=ahead))

    def objections(self, ahead):
        told = self.verb("why", "131", "--format", "json", "--now", self.day(ahead), status=None)
        return sorted({one["id"].split("-")[0] for one in told.json()["conditions"]} &
                      {"hold", "concern"})

    def expect_the_present_open(self, hold_from):
        object_to = ["concern", "131", "--as", "iduarte", "--comment", "odd"]
        self.verb(*object_to)
        self.assertEqual(self.objections(2), ["concern"])
        self.assertEqual(self.objections(hold_from), ["concern", "hold"])
        # Time that has passed still does not go back.
        self.assertIn("time does not go back in it",
                      self.verb(*object_to, "--now", self.day(-1), status=2).err)
        self.verb("unhold", "131", "--as", "iduarte")
        self.assertEqual(self.objections(hold_from), ["concern"])
        self.fsck()

    def test_a_record_that_has_one_is_open_to_the_present(self):
        self.write(os.path.join(self.root, "record.jsonl"), FAR_AHEAD)
        self.verb("store", "import", "record.jsonl")
        self.verb("concern", "140", "--as", "iduarte", "--comment", "odd", "--now", self.day(-3))
        self.expect_the_present_open(365 * 100)

    def test_one_within_reach_is_recorded(self):
        self.verb("hold", "131", "--as", "iduarte", "--comment", "see", "--now", self.day(300))
        self.expect_the_present_open(301)

    def test_the_far_future_is_only_looked_at(self):
        before = self.tree(self.root)
        for words in ("hold 131 --comment x --as iduarte", "concern 131 --comment x --as iduarte",
                      "approve 140 --role prr --to beta --as bsantos",
                      "release opt-in v1.18 131 --as iduarte", "track new 131 --as pnovak"):
            with self.subTest(words):
                answer = self.verb(*words.split(), "--now", "2099-01-01", status=2)
                self.assertIn("nothing is recorded for 2099-01-01T00:00:00Z", answer.err)
        self.assertEqual(self.tree(self.root), before)
        self.assertFalse(os.path.exists(os.path.join(self.root, ".git", "milepost", "record.db")))
        self.verb("hold", "131", "--comment", "x", "--as", "iduarte", "--now", "2099-01-01",
                  "--dry-run")
        self.assertEqual(self.objections(0), [])


class Unnumbered(Record):
    """Proposals without a number are known by their paths."""

    def move(self, old, new):
        os.makedirs(os.path.dirname(os.path.join(self.root, new)), exist_ok=True)
        self.git("mv", old, new, cwd=self.root)

    def say(self, *words, by="jane", status=0):
        return self.verb(*words, "--as", by, status=status).err

    def objections(self, path):
        told = self.verb("why", path, "--format", "json", status=None).json()
        return [one["id"] for one in told["conditions"] if one["id"].split("-")[0] in
                ("hold", "concern")]

    def notes(self):
        return " ".join(one["message"] for one in self.fsck()["findings"])


class Moved(Unnumbered):

    OLD = "design/retry-budget-per-queue.md"
    NEW = "design/queues/retry-budget.md"

    def setUp(self):
        super().setUp()
        self.root = self.repository("design")
        self.assertTrue(os.path.exists(os.path.join(self.root, self.OLD)))

    def test_what_is_recorded_follows(self):
        self.say("hold", self.OLD, "--comment", "wait")
        self.assertEqual(self.notes(), "")
        self.move(self.OLD, self.NEW)
        self.assertIn(f"proposals that are not here: {self.OLD}; when one has another name "
                      "now, record it with milepost store move OLD NEW", self.notes())
        # What was said of it under its new name before that is not lost either.
        self.say("concern", self.NEW, "--comment", "what of downgrades?")
        self.assertIn("would follow", self.say("store", "move", self.OLD, self.NEW, "--dry-run"))
        self.assertIn(f"{self.NEW}: what is recorded of {self.OLD} (1 event) follows it",
                      self.say("store", "move", self.OLD, self.NEW))
        self.assertEqual(self.objections(self.NEW), ["hold", "concern-2"])
        self.assertEqual(self.notes(), "")
        self.say("unhold", self.NEW)
        self.say("resolve", self.NEW)
        self.assertEqual(self.objections(self.NEW), [])
        self.say("hold", self.NEW, "--comment", "again")
        # Another proposal at the old place has nothing of the first.
        self.write(os.path.join(self.root, self.OLD), self.read(self.root, self.NEW))
        self.assertEqual(self.objections(self.OLD), [])
        self.say("concern", self.OLD, "--comment", "of the second")
        self.assertEqual(self.objections(self.NEW), ["hold"])
        self.assertEqual(len(self.objections(self.OLD)), 1)
        self.assertEqual(self.notes(), "")
        self.assertIn("nobody holds", self.say("unhold", self.OLD, status=2))

    def test_there_and_back(self):
        self.say("hold", self.OLD, "--comment", "wait")
        self.move(self.OLD, self.NEW)
        self.say("store", "move", self.OLD, self.NEW)
        self.move(self.NEW, self.OLD)
        self.assertEqual(self.objections(self.OLD), [])
        self.say("store", "move", self.NEW, self.OLD)
        self.assertEqual(self.objections(self.OLD), ["hold"])
        self.say("unhold", self.OLD)

    def test_refusals(self):
        self.say("hold", self.OLD, "--comment", "wait")
        for words, message in (
            ((self.OLD, self.OLD), "is here still"),
            (("design/nothing.md", self.OLD), "nothing is recorded of design/nothing.md"),
            ((self.OLD, "design/nothing.md"), "design/nothing.md"),
        ):
            self.assertIn(message, self.say("store", "move", *words, status=2))
        self.assertEqual(self.export()[0]["events"], 1)


class Promoted(Unnumbered):
    """A document that milepost itself moves takes along what is recorded of it."""

    OLD = "proposals/job-arrays.md"
    NEW = "docs/design/job-arrays.md"

    def setUp(self):
        Record.setUp(self)
        self.root = self.repository("feature")
        path = os.path.join(self.root, self.OLD)
        self.write(path, self.read(path).replace("number: 63\n", ""))

    def test_it_follows(self):
        self.say("hold", self.OLD, "--comment", "wait", by="pnovak")
        self.say("promote", self.OLD, "--to", "stable", "--override", "--reason", "a test",
                 by="pnovak")
        self.assertTrue(os.path.exists(os.path.join(self.root, self.NEW)))
        self.assertEqual(self.objections(self.NEW), ["hold"])
        self.assertEqual(self.notes(), "")


class InPostgresql(Record):

    def test_moves_there_and_back_without_loss(self):
        with self.writer("append", "jane") as writer:
            for _ in range(8):
                writer.stdout.readline()
            writer.kill()
        first = self.verb("store", "export").out
        self.assertIn('"content"', first)
        self.fsck("--checkpoint", "cp")
        self.write(os.path.join(self.root, "record.jsonl"), first)
        self.use_server()
        self.verb("store", "import", "record.jsonl")
        self.assertEqual(self.verb("store", "export").out, first)
        # The checkpoint of the one is good for the other.
        self.assertEqual(self.fsck("--checkpoint", "cp")["checkpoint"]["outcome"], "matched")
        self.approve("b", 2, 3)
        second = self.verb("store", "export").out
        self.store = []
        os.remove(os.path.join(self.root, ".git", "milepost", "record.db"))
        self.write(os.path.join(self.root, "record.jsonl"), second)
        self.verb("store", "import", "record.jsonl")
        self.assertEqual(self.verb("store", "export").out, second)
        self.fsck("--checkpoint", "cp")

    def test_the_address_may_come_from_the_environment(self):
        self.use_server()
        self.approve("a", 1, 2)
        answer = self.milepost("store", "status", cwd=self.root, MILEPOST_STORE=self.place)
        self.assertIn("holds   2 events", answer.out)
        self.assertFalse(os.path.exists(os.path.join(self.root, ".git", "milepost", "record.db")))


if __name__ == "__main__":
    unittest.main()
