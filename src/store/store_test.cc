// The contract of the store, the same for both backends.
#include "store/store.h"

#include <sys/stat.h>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/limits.h"
#include "store/store_fixture.h"

namespace milepost {
namespace {

class StoreContract : public StoreFixture {
 protected:
  void set_schema(std::uint64_t schema) const {
    const auto behind = database();
    auto transaction = Transaction::begin(*behind, TransactionKind::kWrite);
    ASSERT_TRUE(behind->set_schema(schema));
    ASSERT_TRUE(transaction->commit());
  }

  // A file as an earlier program would have made it, with the same events.
  void make_as_of(std::size_t schema) const {
    std::string script =
        "CREATE TEMP TABLE e AS SELECT * FROM milepost_events;"
        "CREATE TEMP TABLE h AS SELECT * FROM milepost_head;"
        "CREATE TEMP TABLE s AS SELECT * FROM milepost_states;"
        "CREATE TEMP TABLE t AS SELECT * FROM milepost_texts;"
        "DROP TABLE milepost_events; DROP TABLE milepost_head; DROP TABLE milepost_states;"
        "DROP TABLE milepost_texts;";
    for (const Migration& migration : all_migrations().first(schema)) script += migration.sqlite;
    script +=
        "INSERT INTO milepost_events SELECT * FROM e; INSERT INTO milepost_head SELECT * FROM h;"
        "INSERT INTO milepost_texts SELECT * FROM t;";
    if (schema > 1) script += "INSERT INTO milepost_states SELECT * FROM s;";
    sql(script);
    set_schema(schema);
  }
};
MILEPOST_BOTH_BACKENDS(StoreContract);

TEST_P(StoreContract, NothingIsMadeByReading) {
  const auto store = open(Access::kRead);
  EXPECT_FALSE(store->is_there());
  EXPECT_EQ(*store->head(), Head{});
  EXPECT_EQ(*store->version("a"), 0U);
  EXPECT_TRUE(store->events(1, 10)->empty());
  EXPECT_TRUE(store->events_of("a", 1, 10)->empty());
  EXPECT_EQ(*store->state("a"), std::nullopt);
  EXPECT_EQ(*store->text(Digest{}), std::nullopt);
  EXPECT_TRUE(store->for_each_state("", [](auto, auto) { FAIL(); }));
  EXPECT_TRUE(store->streams_with("jane")->empty());
  EXPECT_FALSE(store->append(std::vector{event("a")}, {}));
  EXPECT_FALSE(open(Access::kRead)->is_there());
  if (GetParam() == Dialect::kSqlite) {
    EXPECT_FALSE(std::filesystem::exists(at(".milepost")));
    make_folder(".milepost");
    EXPECT_FALSE(open(Access::kRead)->is_there());
    EXPECT_FALSE(std::filesystem::exists(file()));
    write(".milepost/record.db", "");
    EXPECT_FALSE(open(Access::kRead)->is_there());
  }
}

TEST_P(StoreContract, EventsAreNumberedVersionedAndChained) {
  const auto store = open();
  EXPECT_EQ(store->id().size(), 32U);
  const Head empty = *store->head();
  EXPECT_EQ(empty, (Head{0, digest_before_first(store->sha256(), store->id())}));

  const auto one = append(*store, {event("b"), event("a"), event("b", "withdrawn")});
  EXPECT_EQ(one.first, 1U);
  EXPECT_EQ(one.last, 3U);
  const auto two = append(*store, {event("b")});
  EXPECT_EQ(two.first, 4U);

  const auto events = *store->events(1, 10);
  ASSERT_EQ(events.size(), 4U);
  const std::uint64_t versions[] = {1, 1, 2, 3};
  Digest before = empty.digest;
  for (std::size_t i = 0; i < events.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(events[i].number, i + 1);
    EXPECT_EQ(events[i].version, versions[i]);
    EXPECT_EQ(events[i].before, before);
    EXPECT_EQ(events[i].digest, digest_of(store->sha256(), events[i]));
    before = events[i].digest;
  }
  EXPECT_EQ(*store->head(), (Head{4, before}));
  EXPECT_EQ(static_cast<const NewEvent&>(events[2]), event("b", "withdrawn"));
  EXPECT_EQ(*store->version("b"), 3U);
  EXPECT_EQ(*store->version("c"), 0U);
}

TEST_P(StoreContract, IsReadInPages) {
  const auto store = open();
  std::vector<NewEvent> events;
  for (int i = 0; i < 10; ++i) events.push_back(event(i % 2 == 0 ? "even" : "odd"));
  append(*store, events);
  EXPECT_EQ(store->events(4, 3)->front().number, 4U);
  EXPECT_EQ(store->events(4, 3)->size(), 3U);
  EXPECT_EQ(store->events(9, 5)->size(), 2U);
  EXPECT_TRUE(store->events(11, 5)->empty());
  const auto odd = *store->events_of("odd", 2, 3);
  ASSERT_EQ(odd.size(), 3U);
  EXPECT_EQ(odd[0].number, 4U);
  EXPECT_EQ(odd[0].version, 2U);
}

TEST_P(StoreContract, WhoDecidesOnWhatIsPastDecidesAgain) {
  const auto store = open();
  const auto other = open();
  append(*store, {event("a")}, {{"a", 0}});
  const auto late =
      other->append(std::vector{event("b"), event("a")}, std::vector{Seen{"b", 0}, Seen{"a", 0}});
  ASSERT_TRUE(late) << late.error().message;
  ASSERT_TRUE(std::holds_alternative<Conflict>(*late));
  EXPECT_EQ(std::get<Conflict>(*late).stream, "a");
  EXPECT_EQ(std::get<Conflict>(*late).version, 1U);
  EXPECT_EQ(other->head()->number, 1U);  // nothing of it was recorded
  append(*other, {event("b"), event("a")}, {{"b", 0}, {"a", 1}});
  // A stream that was only looked at counts, too.
  EXPECT_TRUE(std::holds_alternative<Conflict>(
      *store->append(std::vector{event("c")}, std::vector{Seen{"b", 0}})));
  // Without anything seen it is added to whatever there is.
  append(*store, {event("a")});
  EXPECT_EQ(*other->version("a"), 3U);
}

TEST_P(StoreContract, AllOrNothing) {
  const auto store = open();
  NewEvent wrong = event("a");
  wrong.kind = "line\nend";
  const auto refused = store->append(std::vector{event("a"), wrong}, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "the kind of an event has characters that no name can have");
  EXPECT_FALSE(store->append({}, {}));
  EXPECT_FALSE(store->append(std::vector(kLimits.append_events + 1, event("a")), {}));
  EXPECT_EQ(store->head()->number, 0U);
  EXPECT_EQ(*store->state("a"), std::nullopt);
}

TEST_P(StoreContract, TimeDoesNotGoBack) {
  const auto store = open();
  EXPECT_EQ(*store->latest(), std::nullopt);
  const auto at = [](std::int64_t seconds) {
    NewEvent one = event("a");
    one.time = {seconds};
    one.fields.emplace_back(kClockField, "2026-01-01T00:00:00Z");
    return one;
  };
  append(*store, {at(10'000)});
  append(*store, {at(10'000 - kClocksDiffer)});  // a clock that is slow
  const auto refused = [&](std::vector<NewEvent> events) {
    const auto result = store->append(events, {});
    return result ? std::string() : result.error().message;
  };
  const std::string why =
      "this is for 1970-01-01T02:41:39Z, and the record has something of 1970-01-01T02:46:40Z "
      "already: time does not go back in it";
  EXPECT_EQ(refused({at(10'000 - kClocksDiffer - 1)}), why) << "not a step at a time either";
  EXPECT_NE(refused({at(20'000), at(20'000 - kClocksDiffer - 1)}), "");
  EXPECT_EQ(store->head()->number, 2U);
  EXPECT_EQ(*store->latest(), Instant{10'000});
  NewEvent by_the_clock = at(5'000);
  by_the_clock.fields.pop_back();
  append(*store, {by_the_clock});  // whatever day somebody else has claimed
}

TEST_P(StoreContract, ADayToComeBindsOnlyDaysToCome) {
  const auto store = open();
  const Instant clock = now_utc();
  const auto accepts = [&](std::int64_t seconds) {
    NewEvent one = event("a");
    one.time = {clock.seconds + seconds};
    one.fields.emplace_back(kClockField, to_string(clock));
    return store->append(std::vector{one}, {}).has_value();
  };
  EXPECT_TRUE(accepts(-20 * kDay));
  EXPECT_TRUE(accepts(100 * kDay));
  EXPECT_FALSE(accepts(99 * kDay));
  EXPECT_TRUE(accepts(-10 * kDay)) << "the past is as free as before";
  EXPECT_FALSE(accepts(-11 * kDay)) << "and no freer";
  EXPECT_TRUE(accepts(101 * kDay));
}

TEST_P(StoreContract, AnyTextIsKept) {
  const auto store = open();
  NewEvent odd = event("proposal/\xc3\xa4\xe6\xbc\xa2\xf0\x9f\x98\x80", "'; DROP TABLE x --");
  odd.by = "";
  odd.claimed = false;
  odd.fields = {{"z", ""}, {"a", "1:2,\n\t\x01\\x00"}, {"\xc3\xa4", std::string(60000, 'x')}};
  append(*store, {odd});
  const auto read = open(Access::kRead)->events(1, 1);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(static_cast<const NewEvent&>(read->at(0)), odd);
}

TEST_P(StoreContract, StatesAreWhatEventsSumUpTo) {
  const auto store = open();
  append(*store, {event("p/1"), event("p/2"), event("p/1", "withdrawn", "joe")});
  append(*store, {event("q"), event("p/1")});
  EXPECT_EQ(*store->state("p/1"), "approved jane\nwithdrawn joe\napproved jane\n");
  EXPECT_EQ(*store->state("p/2"), "approved jane\n");
  EXPECT_EQ(*store->state("p/"), std::nullopt);
  EXPECT_EQ((*store->state_row("p/1"))->version, 3U);

  std::vector<std::string> streams;
  const auto note = [&](std::string_view stream, std::string_view) {
    streams.emplace_back(stream);
  };
  ASSERT_TRUE(store->for_each_state("p/", note));
  EXPECT_THAT(streams, testing::ElementsAre("p/1", "p/2"));
}

TEST_P(StoreContract, StatesAreInTheOrderOfTheirBytes) {
  const auto store = open();
  std::vector<NewEvent> events;
  std::vector<std::string> want = {"A",   "B",  "Z",        "a",           "a b",
                                   "a-b", "ab", "\xc3\xa4", "\xe6\xbc\xa2"};
  for (int i = 0; i < 250; ++i) want.push_back("s/" + std::to_string(i));
  for (const std::string& stream : want) events.push_back(event(stream));
  append(*store, events);
  std::ranges::sort(want);
  std::vector<std::string> streams;
  ASSERT_TRUE(store->for_each_state(
      "", [&](std::string_view stream, std::string_view) { streams.emplace_back(stream); }));
  EXPECT_EQ(streams, want);
}

TEST_P(StoreContract, StreamsAreFoundByTheWordsOfTheirStates) {
  const auto store = open(Access::kWrite, kFound);
  append(*store, {event("b"), event("a"), event("c", "approved", "jan")});
  EXPECT_THAT(*store->streams_with("jane"), testing::ElementsAre("a", "b"));
  EXPECT_THAT(*store->streams_with("jan"), testing::ElementsAre("c")) << "no part of a word";
  EXPECT_THAT(*store->streams_with("JANE"), testing::IsEmpty());
  append(*store, {event("c")});
  EXPECT_THAT(*store->streams_with("jane"), testing::ElementsAre("a", "b", "c"));
  EXPECT_THAT(*store->streams_with("jan"), testing::ElementsAre("c"));
  ASSERT_TRUE(store->rebuild());
  EXPECT_THAT(*store->streams_with("jane"), testing::ElementsAre("a", "b", "c"));
  EXPECT_THAT(*open(Access::kRead)->streams_with("jane"), testing::IsEmpty())
      << "another projection finds by other words";
}

TEST_P(StoreContract, StatesAreTheSameWhenMadeAnew) {
  const auto store = open();
  std::vector<NewEvent> events;
  // More than a page, and streams that take turns.
  for (int i = 0; i < 1300; ++i) {
    events.push_back(event("s/" + std::to_string(i * i % 97), "k" + std::to_string(i)));
  }
  append(*store, events);
  const auto all = [&] {
    std::vector<std::pair<std::string, std::string>> states;
    EXPECT_TRUE(store->for_each_state("", [&](std::string_view stream, std::string_view state) {
      states.emplace_back(stream, state);
    }));
    return states;
  };
  const auto live = all();
  EXPECT_GT(live.size(), 40U);
  sql("UPDATE milepost_states SET state = 'wrong'; "
      "INSERT INTO milepost_states VALUES ('nothing', 1, '', '')");
  ASSERT_NE(all(), live);
  ASSERT_TRUE(store->rebuild());
  EXPECT_EQ(all(), live);
}

TEST_P(StoreContract, AnotherProjectionIsMadeWhenOpened) {
  const auto first = open();
  append(*first, {event("a"), event("a"), event("b")});
  constexpr Projection kCount{
      2, [](std::string_view state, const Event&) { return std::string(state) + "+"; }};
  const auto second = open(Access::kRead, kCount);
  EXPECT_EQ(*second->state("a"), "++");
  // Whoever still sums up the old way must not mix it with the new.
  const auto late = first->append(std::vector{event("a")}, {});
  ASSERT_FALSE(late);
  EXPECT_THAT(late.error().message, testing::HasSubstr("another version of milepost"));
  EXPECT_EQ(*open()->state("a"), "approved jane\napproved jane\n");
}

TEST_P(StoreContract, TextsAreKeptOnce) {
  const auto store = open();
  const std::string text("a text\0 with \xff bytes\n", 21);
  const Digest digest = store->sha256().of(text);
  const Digest empty = store->sha256().of("");
  NewEvent with = event("a");
  with.texts = {digest, empty};
  append(*store, {with}, {}, {text, ""});
  append(*store, {with});              // it is there already
  append(*store, {with}, {}, {text});  // and may be given again
  EXPECT_EQ(store->counts()->texts, 2U);
  const auto later = open(Access::kRead);
  EXPECT_EQ(*later->text(digest), text);
  EXPECT_EQ(*later->text(empty), "");
  EXPECT_EQ(*later->text(Digest{}), std::nullopt);
  EXPECT_EQ(later->events(1, 1)->at(0).texts, with.texts);
  EXPECT_THAT(*later->texts_after(std::nullopt, 10), testing::UnorderedElementsAre(digest, empty));
  EXPECT_EQ(later->texts_after(std::max(digest, empty), 10)->size(), 0U);

  NewEvent without = event("a");
  without.texts = {Digest{}};
  const auto missing = store->append(std::vector{without}, {});
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, testing::HasSubstr("names a text that is not kept"));
  const auto stray = store->append(std::vector{event("a")}, {}, std::vector{text});
  ASSERT_FALSE(stray);
  EXPECT_EQ(stray.error().message, "a text is to be kept that no event names");
  const std::string large(kLimits.record_text_bytes + 1, 'x');
  without.texts = {store->sha256().of(large)};
  EXPECT_FALSE(store->append(std::vector{without}, {}, std::vector{large}));
  EXPECT_EQ(store->head()->number, 3U);
}

TEST_P(StoreContract, AStateThatGrowsTooLargeIsRefused) {
  constexpr Projection kGrows{3, [](std::string_view state, const Event&) {
                                return std::string(state) + std::string(1024UL * 1024, 'x');
                              }};
  const auto store = open(Access::kWrite, kGrows);
  append(*store, std::vector(4, event("a")));
  const auto fifth = store->append(std::vector{event("a")}, {});
  ASSERT_FALSE(fifth);
  EXPECT_EQ(fifth.error().message, "a has more events than can be summed up in 4 MiB");
  EXPECT_EQ(store->head()->number, 4U);
}

TEST_P(StoreContract, WhatWasRecordedIsThereAfterwards) {
  std::string id;
  {
    const auto store = open();
    id = store->id();
    append(*store, {event("a")});
  }
  const auto again = open();
  EXPECT_EQ(again->id(), id);
  EXPECT_EQ(again->head()->number, 1U);
  append(*again, {event("a")}, {{"a", 1}});
  EXPECT_EQ(*open(Access::kRead)->state("a"), "approved jane\napproved jane\n");
}

TEST_P(StoreContract, ASnapshotDoesNotMove) {
  const auto store = open();
  append(*store, {event("a")});
  const auto reader = open(Access::kRead);
  const auto done = reader->in_snapshot([&]() -> Result<void> {
    EXPECT_EQ(reader->head()->number, 1U);
    // SQLite lets nobody write meanwhile, PostgreSQL hides what they do.
    if (GetParam() == Dialect::kPostgresql) append(*store, {event("a")});
    EXPECT_EQ(reader->head()->number, 1U);
    EXPECT_EQ(reader->events(1, 10)->size(), 1U);
    return {};
  });
  EXPECT_TRUE(done);
  append(*store, {event("a")});
  EXPECT_EQ(reader->head()->number, GetParam() == Dialect::kPostgresql ? 3U : 2U);
}

// --- schemas and files ---------------------------------------------------------------------

TEST_P(StoreContract, AnOlderRecordIsMigratedAndANewerOneRefused) {
  append(*open(), {event("a")});
  std::vector<Migration> more(all_migrations().begin(), all_migrations().end());
  more.push_back({"ALTER TABLE milepost_states ADD COLUMN made_up INTEGER DEFAULT 7",
                  "ALTER TABLE milepost_states ADD COLUMN made_up bigint DEFAULT 7"});
  const auto newer = Store::open(place_, kNames, Access::kRead, more);
  ASSERT_TRUE(newer) << newer.error().message;
  EXPECT_EQ(*(*newer)->state("a"), "approved jane\n");
  sql("UPDATE milepost_states SET made_up = 8");  // it is there

  const auto older = Store::open(place_, kNames, Access::kRead);
  ASSERT_FALSE(older);
  EXPECT_THAT(older.error().message,
              testing::EndsWith("this record was written by a newer milepost (schema 5, this one "
                                "knows 4)"));
}

TEST_P(StoreContract, ARecordOfTheFirstSchemaIsSummedUpAnew) {
  append(*open(), {event("a")});
  if (GetParam() == Dialect::kSqlite) {
    make_as_of(1);
  } else {
    sql("DROP INDEX milepost_events_time; DROP TABLE milepost_states;"
        "CREATE TABLE milepost_states (stream text COLLATE \"C\" PRIMARY KEY,"
        " version bigint NOT NULL, state text NOT NULL)");
    set_schema(1);
  }
  sql("DELETE FROM milepost_states;"
      "INSERT INTO milepost_states VALUES ('a', 1, 'summed up long ago')");
  // Who only inspects leaves the summing up to others, should events be damaged.
  EXPECT_FALSE(open(Access::kInspect, kFound)->state("a"));
  const auto store = open(Access::kRead, kFound);
  EXPECT_EQ(*store->state("a"), "approved jane\n");
  EXPECT_THAT(*store->streams_with("jane"), testing::ElementsAre("a"));
}

TEST_P(StoreContract, AMigrationThatFailsLeavesEverythingAsItWas) {
  append(*open(), {event("a")});
  std::vector<Migration> more(all_migrations().begin(), all_migrations().end());
  constexpr const char* kFails = "CREATE TABLE made_up (x int); SELECT * FROM nowhere";
  more.push_back({kFails, kFails});
  EXPECT_FALSE(Store::open(place_, kNames, Access::kWrite, more));
  append(*open(), {event("a")}, {{"a", 1}});
  sql("CREATE TABLE made_up (x int)");  // it is not there
}

TEST_P(StoreContract, EventsCannotBeChangedByAccident) {
  const auto store = open();
  append(*store, {event("a")});
  const std::string scripts[] = {"UPDATE milepost_events SET kind = 'x'",
                                 "DELETE FROM milepost_events"};
  for (const std::string& script : scripts) {
    EXPECT_FALSE(database()->run_script(script)) << script;
  }
  EXPECT_EQ(store->events(1, 1)->at(0).kind, "approved");
}

TEST_P(StoreContract, NothingIsBuiltUponADamagedRecord) {
  const auto store = open();
  append(*store, {event("a"), event("a")});
  unlock();
  sql("DELETE FROM milepost_events WHERE number = 2");
  const auto refused = store->append(std::vector{event("a")}, {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("does not end where its head says"));
}

TEST_P(StoreContract, AWrongRowIsAnError) {
  const auto store = open();
  append(*store, {event("a"), event("a")});
  unlock();
  sql("UPDATE milepost_events SET fields = '3:ab,' WHERE number = 1");
  const auto read = store->events(1, 10);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message,
              testing::EndsWith("event 1 is damaged; milepost fsck tells more"));
  EXPECT_EQ(store->events(2, 10)->size(), 1U);
  EXPECT_FALSE(store->rebuild());
}

TEST_P(StoreContract, AStreamThatWasNotSummedUpIsNotAnEmptyOne) {
  const auto store = open();
  append(*store, {event("a"), event("b")});
  sql("DELETE FROM milepost_states WHERE stream = 'a'");
  const auto state = store->state("a");
  ASSERT_FALSE(state);
  EXPECT_THAT(state.error().message,
              testing::EndsWith("a was not summed up; milepost fsck tells more"));
  EXPECT_EQ(*store->state("c"), std::nullopt);
  for (const Access access : {Access::kRead, Access::kWrite}) {
    const auto again = Store::open(place_, kNames, access);
    ASSERT_FALSE(again);
    EXPECT_THAT(again.error().message,
                testing::EndsWith("is damaged: a is not summed up; milepost fsck tells more"));
  }
}

TEST_P(StoreContract, WhatIsAppendedIsReadBack) {
  struct Case {
    const char* name;
    const char* table;
    const char* sqlite;      // after an insertion
    const char* postgresql;  // before it
    const char* want;
  };
  const Case cases[] = {
      {"an event", "milepost_events",
       "INSERT INTO milepost_states VALUES ('z', 1, '', '');"
       "DELETE FROM milepost_states WHERE stream = 'z';"
       "INSERT OR REPLACE INTO milepost_events SELECT number, stream, version, kind, 'eve', "
       "claimed, time, fields, texts, before, digest FROM milepost_events WHERE number = "
       "new.number",
       "new.actor = 'eve'", "an event was changed on the way"},
      {"a sum", "milepost_states",
       "UPDATE milepost_states SET state = 'x' WHERE stream = new.stream", "new.state = 'x'",
       "what a sums up to was changed on the way"},
      {"the words of a sum", "milepost_states",
       "UPDATE milepost_states SET words = 'x' WHERE stream = new.stream", "new.words = 'x'",
       "what a sums up to was changed on the way"},
  };
  const auto store = open();
  append(*store, {event("b")});
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    // Somebody puts it there while the record is open.
    sql(GetParam() == Dialect::kSqlite
            ? fmt::format("CREATE TRIGGER odd AFTER INSERT ON {} BEGIN {}; END", c.table, c.sqlite)
            : fmt::format("CREATE FUNCTION odd() RETURNS trigger LANGUAGE plpgsql AS"
                          " $$ BEGIN {1}; RETURN new; END $$; CREATE TRIGGER odd BEFORE INSERT ON"
                          " {0} FOR EACH ROW EXECUTE FUNCTION odd()",
                          c.table, c.postgresql));
    const auto refused = store->append(std::vector{event("a")}, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, testing::HasSubstr(c.want));
    sql(GetParam() == Dialect::kSqlite
            ? std::string("DROP TRIGGER odd")
            : fmt::format("DROP TRIGGER odd ON {}; DROP FUNCTION odd()", c.table));
    EXPECT_EQ(store->head()->number, 1U) << "nothing of it was recorded";
  }
  append(*store, {event("a")});
  EXPECT_TRUE(open(Access::kRead));
}

TEST_P(StoreContract, ATextThatWasChangedIsAnError) {
  const auto store = open();
  const Digest digest = store->sha256().of("a text");
  NewEvent with = event("a");
  with.texts = {digest};
  append(*store, {with}, {}, {"a text"});
  sql(GetParam() == Dialect::kSqlite ? "UPDATE milepost_texts SET content = x'61'"
                                     : "UPDATE milepost_texts SET content = 'a'");
  const auto read = store->text(digest);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, testing::EndsWith("was changed; milepost fsck tells more"));
}

class SqliteStore : public StoreContract {
 protected:
  std::vector<std::string> tables() const {
    std::vector<std::string> found;
    EXPECT_TRUE(database()->run("SELECT sql FROM sqlite_schema WHERE type = 'table' ORDER BY name",
                                {}, [&](Row row) { found.emplace_back(row[0]); }));
    return found;
  }
};
INSTANTIATE_TEST_SUITE_P(Backends, SqliteStore, testing::Values(Dialect::kSqlite), dialect_name);

TEST_P(SqliteStore, TheFileIsItsOwnersAlone) {
  append(*open(), {event("a")});
  struct stat status{};
  ASSERT_EQ(::stat(file().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_FALSE(std::filesystem::exists(file() + "-wal"));
  EXPECT_FALSE(std::filesystem::exists(file() + "-journal"));
}

TEST_P(SqliteStore, WhatIsNoRecordIsRefused) {
  make_folder(".milepost");
  const auto message = [&] {
    const auto store = Store::open(place_, kNames, Access::kWrite);
    return store ? "opened" : store.error().message;
  };
  sql("CREATE TABLE a (b)");
  EXPECT_EQ(message(), file() + " is a database, but no record of milepost's");
  write(".milepost/record.db", std::string(8192, 'x'));
  EXPECT_THAT(message(), testing::StartsWith(file() + " is damaged: file is not a database"));
  std::filesystem::remove(file());
  make_folder(".milepost/record.db");
  EXPECT_EQ(message(), file() + " is a directory, not a file");
  std::filesystem::remove(file());
  link(".milepost/record.db", "elsewhere");
  EXPECT_EQ(message(), file() + " is a symbolic link, not a file");
}

TEST_P(SqliteStore, AnEarlierRecordBecomesStrictWhenItIsWrittenTo) {
  const auto text = open()->sha256().of("a text");
  NewEvent with = event("b");
  with.texts = {text};
  append(*open(), {event("a"), with, event("a", "withdrawn")}, {}, {"a text"});
  const auto strict = tables();
  EXPECT_THAT(strict, testing::SizeIs(4));
  EXPECT_THAT(strict, testing::Each(testing::HasSubstr("STRICT")));
  const auto events = *open()->events(1, 10);
  const Head head = *open()->head();
  make_as_of(3);
  const std::string bytes = read(".milepost/record.db");
  EXPECT_EQ(*open(Access::kRead)->state("a"), "approved jane\nwithdrawn jane\n");
  EXPECT_EQ(*open(Access::kInspect)->head(), head);
  EXPECT_EQ(read(".milepost/record.db"), bytes) << "reading changes nothing";
  const auto store = open();
  EXPECT_EQ(tables(), strict);
  EXPECT_EQ(*store->head(), head);
  EXPECT_EQ(*store->events(1, 10), events);
  EXPECT_EQ(*store->text(text), "a text");
  EXPECT_EQ(*store->state("a"), "approved jane\nwithdrawn jane\n");
  append(*store, {event("a")}, {{"a", 2}});
}

TEST_P(SqliteStore, AValueOfAnotherTypeIsDamageAndStopsAMigration) {
  append(*open(), {event("a"), event("b")});
  make_as_of(3);
  sql("UPDATE milepost_states SET stream = CAST(stream AS BLOB) WHERE stream = 'a'");
  const std::string bytes = read(".milepost/record.db");
  for (const Access access : {Access::kRead, Access::kWrite}) {
    const auto store = Store::open(place_, kNames, access);
    ASSERT_FALSE(store);
    EXPECT_THAT(store.error().message, testing::HasSubstr("is damaged: "));
    EXPECT_THAT(store.error().message, testing::EndsWith("milepost fsck tells more"));
  }
  EXPECT_EQ(read(".milepost/record.db"), bytes);
}

class PostgresqlStore : public StoreFixture {};
INSTANTIATE_TEST_SUITE_P(Backends, PostgresqlStore, testing::Values(Dialect::kPostgresql),
                         dialect_name);

TEST_P(PostgresqlStore, ALostConnectionIsSaidAndMadeAnew) {
  const auto store = open();
  append(*store, {event("a")});
  sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
      " AND application_name = '" +
      schema_ + "'");
  const auto lost = store->append(std::vector{event("a")}, {});
  ASSERT_FALSE(lost);
  EXPECT_THAT(lost.error().message, testing::HasSubstr("the connection was lost"));
  append(*store, {event("a")}, {{"a", 1}});
}

TEST_P(PostgresqlStore, WhatCannotBeReachedIsSaidWithoutThePassword) {
  const StorePlace place{at(""), "postgresql://jane:secret@127.0.0.1:1/nothing?password=secret"};
  const auto store = Store::open(place, kNames, Access::kWrite);
  ASSERT_FALSE(store);
  EXPECT_THAT(store.error().message,
              testing::StartsWith("connecting to postgresql://jane:***@127.0.0.1:1/nothing"));
  EXPECT_EQ(store.error().message.find("secret"), std::string::npos);
}

}  // namespace
}  // namespace milepost
