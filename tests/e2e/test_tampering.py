"""A record that somebody has changed by hand is refused by whoever reads it, and fsck says what it is."""

import os
import re
import shutil
import sqlite3
import unittest

import _documents
from _record import Record

FULL = os.environ.get("MILEPOST_ATTACK") == "full"
OLD = os.path.join(_documents.ROOT, "tests", "records", "sqlite", "record.db")
PROJECTION = re.search(r"kProjection\{(\d+),", _documents.read("src/store/record.cc"))[1]
NOW = ["--now", "2027-05-20"]

# What is known of proposals beyond their files.
VERBS = {
    "why": ["why", "131", "--to", "stable", *NOW],
    "inbox": ["inbox", "--as", "iduarte", *NOW],
    "list": ["list", "approved-by:iduarte", *NOW],
    "promote": ["promote", "131", "--to", "stable", "--as", "iduarte", *NOW],
    "approve": ["approve", "131", "--role", "approver", "--as", "iduarte", *NOW],
    "release status": ["release", "status", "v1.19", *NOW],
    "track show": ["track", "show", "131", *NOW],
    "store export": ["store", "export"],
}
MORE_VERBS = {
    "list by who": ["list", "awaits:@iduarte", *NOW],
    "why --all": ["why", "--all", *NOW],
    "withdraw": ["withdraw", "131", "--role", "approver", "--as", "iduarte", *NOW],
    "concern": ["concern", "131", "--as", "iduarte", "--comment", "odd", *NOW],
    "resolve": ["resolve", "131", "--as", "iduarte", *NOW],
    "hold": ["hold", "131", "--as", "iduarte", "--comment", "wait", *NOW],
    "opt in": ["release", "opt-in", "v1.19", "140", "--as", "iduarte", *NOW],
    "admits": ["release", "admits", "v1.19", "131", *NOW],
    "freeze": ["release", "freeze", "v1.19", "prr", *NOW],
    "report": ["release", "report", "v1.19", *NOW],
    "notes": ["release", "notes", "v1.19", *NOW],
    "rollover": ["release", "rollover", "v1.19", *NOW],
    "tick": ["track", "tick", "131", "kep-merged", "--as", "pnovak", *NOW],
    "diff": ["diff", "131", "--approved"],
    "drift": ["drift", *NOW],
    "log": ["log", "131"],
    "log of a release": ["log", "--release", "v1.19"],
    "status": ["store", "status"],
}


def set_event(column, value, number):
    return f"UPDATE milepost_events SET {column} = {value} WHERE number = {number}"


# What somebody does to a record, and what fsck says then; both in any store.
ANYWHERE = {
    "an event says something else": (
        set_event("actor", "'eve'", 2), "event 2 was changed"),
    "an event is of another proposal": (
        set_event("stream", "'proposal/171'", 2), "event 2 was changed"),
    "an event is gone": (
        "DELETE FROM milepost_events WHERE number = 2", "event 2 is missing"),
    "the last event is gone": (
        "DELETE FROM milepost_events WHERE number = (SELECT number FROM milepost_head)",
        "the record ends with event"),
    "the last event is gone, and the head put right": (
        "DELETE FROM milepost_events WHERE number = (SELECT number FROM milepost_head);"
        "UPDATE milepost_head SET number = number - 1, digest ="
        " (SELECT e.digest FROM milepost_events e ORDER BY e.number DESC LIMIT 1)",
        " is summed up"),
    "all events are gone, and the sums stay": (
        "DELETE FROM milepost_events", "the record ends with event 0"),
    "an event more, without its sum": (
        "INSERT INTO milepost_events SELECT number + 1, 'proposal/171', 1, kind, actor, claimed,"
        " time, fields, texts, digest, digest FROM milepost_events"
        " ORDER BY number DESC LIMIT 1", "proposal/171 is not summed up"),
    "a sum says something else": (
        "UPDATE milepost_states SET state = '' WHERE stream = 'proposal/131'",
        "proposal/131 is summed up wrongly"),
    "a sum is of an earlier version": (
        "UPDATE milepost_states SET version = 1 WHERE stream = 'proposal/131'",
        "proposal/131 is summed up wrongly"),
    "a sum is found by other words": (
        "UPDATE milepost_states SET words = 'x'", "proposal/131 is summed up wrongly"),
    "a sum is gone": (
        "DELETE FROM milepost_states WHERE stream = 'proposal/131'",
        "proposal/131 is not summed up"),
    "all sums are gone": (
        "DELETE FROM milepost_states", "proposal/131 is not summed up"),
    "a sum more": (
        "INSERT INTO milepost_states VALUES ('proposal/171', 1, '', '')",
        "proposal/171 is summed up, but has no events"),
    "the head is of an earlier event": (
        "UPDATE milepost_head SET number = 1", "yet the record ends with event 1"),
    "the head is of another record": (
        "UPDATE milepost_head SET id = '00000000000000000000000000000000'",
        "event 1 does not follow what stands before it"),
    "the head is gone": (
        "DELETE FROM milepost_head", "its head cannot be read"),
    "a text is gone": (
        "DELETE FROM milepost_texts", " is missing"),
    "a text more": (
        "INSERT INTO milepost_texts SELECT '" + "0" * 64 + "', content FROM milepost_texts LIMIT 1", "no event names the text"),
    "a view in the place of the sums": (
        "CREATE TABLE elsewhere AS SELECT * FROM milepost_states; DROP TABLE milepost_states;"
        "CREATE VIEW milepost_states AS SELECT * FROM elsewhere",
        "a view stands in the place of the table milepost_states"),
    "a table of milepost's name": (
        "CREATE TABLE milepost_more (a int)", "the table milepost_more is none of milepost's"),
    "a table is gone": (
        "DROP TABLE milepost_texts", "the table milepost_texts is gone"),
}
IN_A_FILE = {
    "a trigger that changes what is recorded": (
        "CREATE TRIGGER helper AFTER INSERT ON milepost_states BEGIN"
        " UPDATE milepost_states SET state = '' WHERE stream = new.stream; END",
        "the trigger helper on milepost_states is none of milepost's"),
    "a trigger that does nothing": (
        "CREATE TRIGGER helper BEFORE INSERT ON milepost_events BEGIN SELECT 1; END",
        "the trigger helper on milepost_events is none of milepost's"),
    "a view": (
        "CREATE VIEW helper AS SELECT * FROM milepost_events",
        "the view helper is none of milepost's"),
    "a table": (
        "CREATE TABLE helper (a)", "the table helper is none of milepost's"),
    "an index": (
        "CREATE INDEX helper ON milepost_events (actor)",
        "the index helper on milepost_events is none of milepost's"),
    "a table that is not STRICT": (
        "CREATE TABLE elsewhere AS SELECT * FROM milepost_states; DROP TABLE milepost_states;"
        "CREATE TABLE milepost_states (stream TEXT PRIMARY KEY, version, words, state);"
        "INSERT INTO milepost_states SELECT * FROM elsewhere; DROP TABLE elsewhere",
        "the table milepost_states is not as milepost made it"),
    "another schema": (
        "PRAGMA user_version = 3", "is not as milepost made it"),
}
# Values of another type, which only tables that are not STRICT take.
IN_AN_OLD_FILE = {
    "the stream of a sum is bytes": (
        "UPDATE milepost_states SET stream = CAST(stream AS BLOB)",
        "of the values in milepost_states.stream are no text"),
    "the stream of an event is bytes": (
        set_event("stream", "CAST(stream AS BLOB)", 2),
        "1 of the values in milepost_events.stream is no text"),
    "a sum is bytes": (
        "UPDATE milepost_states SET state = CAST(state AS BLOB)",
        "of the values in milepost_states.state are no text"),
    "a version is no number": (
        set_event("version", "'one'", 2), "1 of the values in milepost_events.version is no integer"),
    "a sum more, whose stream is bytes": (
        "INSERT INTO milepost_states VALUES (x'70', 1, '', '')",
        "1 of the values in milepost_states.stream is no text"),
}
IN_POSTGRESQL = {
    "a trigger that changes what is recorded": (
        "CREATE FUNCTION helper() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN new.state = ''; RETURN new; END $$;"
        "CREATE TRIGGER helper BEFORE INSERT OR UPDATE ON milepost_states FOR EACH ROW"
        " EXECUTE FUNCTION helper()",
        "the trigger helper on milepost_states is none of milepost's"),
    "a rule": (
        "CREATE RULE helper AS ON UPDATE TO milepost_states DO INSTEAD NOTHING",
        "the rule helper on milepost_states is none of milepost's"),
    "rows are hidden": (
        "ALTER TABLE milepost_events ENABLE ROW LEVEL SECURITY",
        "the table milepost_events hides rows by policies"),
    "rows come from elsewhere": (
        "CREATE TABLE elsewhere () INHERITS (milepost_states)",
        "other tables add rows to milepost_states"),
    "a column of another type": (
        "ALTER TABLE milepost_states ALTER COLUMN version TYPE text",
        "the table milepost_states is not as milepost made it"),
}


class Tampered(Record):
    """Says nothing by itself: those below say where the record is."""

    def setUp(self):
        super().setUp()
        self.verb("release", "new", "v1.19", "--start", "2027-05-03", "--now", "2027-04-26")

    def tell_a_story(self):
        for words in (["approve", "131", "--role", "approver", "--as", "iduarte", "--now",
                       "2027-05-01"],
                      ["concern", "131", "--as", "iduarte", "--comment", "one", "--now",
                       "2027-05-01"],
                      ["hold", "140", "--as", "iduarte", "--comment", "wait", "--now",
                       "2027-05-01"],
                      ["concern", "131", "--as", "iduarte", "--comment", "two", "--now",
                       "2027-05-02"],
                      ["release", "opt-in", "v1.19", "131", "--as", "iduarte", "--now",
                       "2027-05-10"]):
            self.verb(*words)

    def expect_refused(self, message, verbs):
        for name, words in verbs.items():
            with self.subTest(verb=name):
                answer = self.verb(*words, status=None)
                self.assertEqual((answer.status, answer.out), (2, ""), answer.err)
                self.assertIn(" is damaged: ", answer.err)
                self.assertIn("milepost fsck tells more", answer.err)
        found = [one["message"] for one in self.fsck(status=1)["findings"]
                 if one["kind"] == "damage"]
        self.assertTrue([one for one in found if message in one], found)

    def attack(self, cases, change, restore):
        """Each of the cases, on the record as it was."""
        verbs = {**VERBS, **MORE_VERBS}
        names = list(verbs)
        for i, (name, (script, message)) in enumerate(cases.items()):
            with self.subTest(name):
                restore()
                change(script)
                # Each verb is tried by some of the cases.
                chosen = names if FULL else [names[i % len(names)]]
                self.expect_refused(message, {one: verbs[one] for one in chosen})
        restore()
        self.fsck()


class InAFile(Tampered):

    def setUp(self):
        super().setUp()
        self.file = os.path.join(self.root, ".git", "milepost", "record.db")
        self.copy = os.path.join(self.folder, "record.db")

    def keep(self):
        shutil.copyfile(self.file, self.copy)

    def restore(self):
        shutil.copyfile(self.copy, self.file)

    def change(self, script):
        """As somebody would who means harm, and leaves the guards in place."""
        database = sqlite3.connect(self.file)
        guards = [sql for (sql,) in database.execute(
            "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")]
        database.executescript("DROP TRIGGER milepost_events_stay;"
                               "DROP TRIGGER milepost_events_remain;" + ";".join([script, *guards]))
        database.close()

    def test_every_verb_refuses(self):
        self.tell_a_story()
        self.keep()
        self.attack({**ANYWHERE, **IN_A_FILE}, self.change, self.restore)

    def test_every_verb_refuses_a_sum_that_is_gone(self):
        self.tell_a_story()
        self.change("DELETE FROM milepost_states")
        self.expect_refused("proposal/131 is not summed up", {**VERBS, **MORE_VERBS})
        self.verb("store", "rebuild")
        self.verb("why", "131", "--to", "stable", *NOW, status=1)

    def test_a_text_that_was_changed_is_not_shown(self):
        self.tell_a_story()
        self.change("UPDATE milepost_texts SET content = x'61'")
        answer = self.verb("diff", "131", "--approved", status=2)
        self.assertIn("was changed; milepost fsck tells more", answer.err)
        self.assertIn(" was changed", " ".join(
            one["message"] for one in self.fsck(status=1)["findings"] if one["kind"] == "damage"))

    def test_no_event_names_a_text_that_was_changed(self):
        self.tell_a_story()
        self.change("UPDATE milepost_texts SET content = x'61'")
        before = self.count_events()
        answer = self.verb("approve", "131", "--role", "approver", "--to", "stable", "--as",
                           "iduarte", *NOW, status=2)
        self.assertIn("was changed; milepost fsck tells more", answer.err)
        self.assertEqual(self.count_events(), before)

    def count_events(self):
        database = sqlite3.connect(self.file)
        (count,) = database.execute("SELECT count(*) FROM milepost_events").fetchone()
        database.close()
        return count

    def test_sums_are_compared_whoever_made_them(self):
        self.tell_a_story()
        self.keep()
        for version in (0, 1, 99):
            with self.subTest(version=version):
                self.restore()
                self.change(f"UPDATE milepost_head SET projection = {version};"
                            "UPDATE milepost_states SET state = replace(state, 'one', 'xxx')")
                told = " ".join(one["message"] for one in self.fsck()["findings"])
                self.assertIn("1 sum is not what the events come to", told)
                self.assertIn(f"(version {version})", told)
                why = self.verb("why", "131", "--to", "stable", *NOW, status=1)
                self.assertNotIn("xxx", why.out)
                self.assertNotIn("come to", " ".join(
                    one["message"] for one in self.fsck()["findings"]))

    def test_strict_tables_take_no_other_type(self):
        self.tell_a_story()
        self.keep()
        for script in ("UPDATE milepost_states SET stream = CAST(stream AS BLOB)",
                       "INSERT INTO milepost_texts VALUES (x'61', x'61')"):
            self.restore()
            with self.assertRaisesRegex(sqlite3.IntegrityError, "cannot store BLOB value in TEXT"):
                self.change(script)

    def test_a_record_without_its_guards(self):
        self.tell_a_story()
        database = sqlite3.connect(self.file)
        database.execute("DROP TRIGGER milepost_events_stay")
        database.close()
        self.expect_refused("the trigger milepost_events_stay is gone", VERBS)
        self.verb("store", "rebuild")
        self.verb("why", "131", "--to", "stable", *NOW, status=1)


class InAnOldFile(InAFile):
    """Whose tables are not STRICT yet."""

    def setUp(self):
        super().setUp()
        os.makedirs(os.path.dirname(self.file), exist_ok=True)
        self.copy = os.path.join(self.folder, "old.db")
        shutil.copyfile(OLD, self.copy)
        # Its sums are still the same, but of an earlier projection, whose sums nobody compares.
        database = sqlite3.connect(self.copy)
        database.execute(f"UPDATE milepost_head SET projection = {PROJECTION}")
        database.commit()
        database.close()

    # What is only of new records.
    test_strict_tables_take_no_other_type = None
    test_a_record_without_its_guards = None
    test_a_text_that_was_changed_is_not_shown = None
    test_no_event_names_a_text_that_was_changed = None
    test_sums_are_compared_whoever_made_them = None
    test_every_verb_refuses_a_sum_that_is_gone = None

    def test_every_verb_refuses(self):
        cases = {name: case for name, case in ANYWHERE.items()
                 if "171" not in case[0] and "text" not in name}
        self.attack({**IN_AN_OLD_FILE, **cases}, self.change, self.restore)

    def test_sums_of_another_type_are_made_anew(self):
        self.restore()
        before = self.verb("store", "export").out
        self.change("UPDATE milepost_states SET stream = CAST(stream AS BLOB)")
        self.assertTrue(self.fsck(status=1)["mendable"])
        self.verb("store", "rebuild")
        self.fsck()
        self.assertEqual(self.verb("store", "export").out, before)

    def test_becomes_strict_when_it_is_written_to(self):
        self.restore()
        before = self.verb("store", "export").out
        with open(self.file, "rb") as now, open(self.copy, "rb") as then:
            self.assertEqual(now.read(), then.read(), "whoever reads changes nothing")
        self.verb("hold", "97", "--as", "tlind", "--comment", "wait")
        database = sqlite3.connect(self.file)
        tables = [sql for (sql,) in database.execute(
            "SELECT sql FROM sqlite_schema WHERE type = 'table'")]
        database.close()
        self.assertEqual([sql for sql in tables if "STRICT" not in sql], [])
        self.assertEqual(len(tables), 4)
        self.assertEqual(self.verb("store", "export").out.splitlines()[1:57],
                         before.splitlines()[1:57])
        self.fsck()

    def test_one_of_many_makes_it_strict(self):
        self.restore()
        self.assertEqual(self.approve("a", 8, 2), 16)
        self.fsck()


class InPostgresql(Tampered):

    def test_every_verb_refuses(self):
        self.use_server()
        self.tell_a_story()
        server, schema = self.place.split("?options=-csearch_path%3D")
        kept = f"{schema}_kept"
        def run(script):
            self.sql(server, f"SET client_min_messages = error; SET search_path = {schema};{script}")
        def keep(source, target):
            names = ("head", "events", "states", "texts", "schema")
            run(f"CREATE SCHEMA {target};" + "".join(
                f"CREATE TABLE {target}.milepost_{name} (LIKE {source}.milepost_{name} INCLUDING ALL);"
                f"INSERT INTO {target}.milepost_{name} SELECT * FROM {source}.milepost_{name};"
                for name in names))
        guards = (
            "CREATE FUNCTION milepost_refuse() RETURNS trigger LANGUAGE plpgsql AS"
            "  $$ BEGIN RAISE EXCEPTION 'events are never changed or deleted'; END $$;"
            "CREATE TRIGGER milepost_events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON"
            "  milepost_events FOR EACH STATEMENT EXECUTE FUNCTION milepost_refuse();")
        keep(schema, kept)
        def restore():
            run(f"DROP SCHEMA {schema} CASCADE")
            keep(kept, schema)
            run(guards)
        def change(script):
            run("ALTER TABLE milepost_events DISABLE TRIGGER ALL;" + script +
                ";ALTER TABLE milepost_events ENABLE TRIGGER ALL")
        self.attack({**IN_POSTGRESQL, **ANYWHERE}, change, restore)


if __name__ == "__main__":
    unittest.main()
