// Every damage to a record is found, and nothing else is called damage.
#include "store/verify.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "store/import.h"
#include "store/store_fixture.h"

namespace milepost {
namespace {

class VerifiedStore : public StoreFixture {
 protected:
  static constexpr int kEvents = 60;

  void SetUp() override {
    StoreFixture::SetUp();
    if (IsSkipped()) return;
    fill();
    unlock();
  }

  // A damaged one, too.
  std::unique_ptr<Store> open(Access access = Access::kInspect) const {
    return StoreFixture::open(access);
  }

  // Streams that take turns, and a text now and then.
  void fill() const {
    const auto store = open(Access::kWrite);
    for (int i = 1; i <= kEvents; ++i) {
      NewEvent one = event(fmt::format("proposal/{}", i % 7), fmt::format("kind{}", i));
      std::vector<std::string> texts;
      if (i % 10 == 0) {
        texts.push_back(fmt::format("text {}", i));
        one.texts.push_back(store->sha256().of(texts[0]));
      }
      append(*store, {one}, {}, texts);
    }
  }

  Checkpoint checkpoint() const {
    const auto store = open();
    return {store->id(), *store->head(), {1'790'000'000}};
  }

  std::vector<std::string> damages(const std::optional<Checkpoint>& against = {}) const {
    if (!reader_ || GetParam() == Dialect::kSqlite) {
      auto store = Store::open(place_, kNames, Access::kInspect);
      if (!store) return {store.error().message};
      reader_ = std::move(*store);
    }
    const auto found = verify(*reader_, against);
    if (!found) return {found.error().message};
    std::vector<std::string> messages;
    for (const Damage& damage : found->damages) {
      if (!is_of_tests(damage)) messages.push_back(damage.message);
    }
    return messages;
  }

  // That nothing keeps events from being changed, as it is here throughout, has its own test, and
  // so have tables that stand beside milepost's.
  static bool is_of_tests(const Damage& damage) {
    return damage.message.starts_with("nothing keeps events") ||
           damage.message.starts_with("the table kept_");
  }

 private:
  mutable std::unique_ptr<Store> reader_;  // kept where it takes long to open
};
MILEPOST_BOTH_BACKENDS(VerifiedStore);

TEST_P(VerifiedStore, AWholeRecordIsClean) {
  EXPECT_THAT(damages(checkpoint()), testing::IsEmpty());
  const auto earlier = checkpoint();
  append(*open(), {event("proposal/1")});
  EXPECT_THAT(damages(earlier), testing::IsEmpty());
  const auto found = verify(*open(), std::nullopt);
  EXPECT_EQ(found->head.number, kEvents + 1U);
  EXPECT_EQ(found->counts.events, kEvents + 1U);
  EXPECT_EQ(found->counts.streams, 7U);
  EXPECT_EQ(found->counts.texts, 6U);
}

TEST_P(VerifiedStore, GuardsThatAreGoneAreDamageThatIsMended) {
  const auto found = verify(*open(), std::nullopt);
  ASSERT_TRUE(found);
  const bool sqlite = GetParam() == Dialect::kSqlite;
  ASSERT_EQ(found->damages.size(), sqlite ? 2U : 1U);
  EXPECT_TRUE(found->damages[0].mendable);
  EXPECT_THAT(found->damages.back().message, testing::HasSubstr("milepost_events_stay is gone"));
  sql("UPDATE milepost_states SET state = 'x'");
  ASSERT_TRUE(open()->rebuild());
  EXPECT_THAT(verify(*open(), std::nullopt)->damages, testing::IsEmpty());
  // One that does nothing is as good as none.
  sql(sqlite ? "DROP TRIGGER milepost_events_stay; CREATE TRIGGER milepost_events_stay BEFORE "
               "UPDATE ON milepost_events BEGIN SELECT 1; END"
             : "CREATE OR REPLACE FUNCTION milepost_refuse() RETURNS trigger LANGUAGE plpgsql AS "
               "$$ BEGIN RETURN NULL; END $$");
  EXPECT_EQ(verify(*open(), std::nullopt)->damages.size(), 1U);
}

TEST_P(VerifiedStore, TimesOfTheirOwnAreNoted) {
  EXPECT_EQ(verify(*open(), std::nullopt)->own_moment.count, 0U);
  NewEvent told = event("proposal/1");
  told.fields.emplace_back(kClockField, "2026-01-01T00:00:00Z");
  append(*open(), {told, told});
  const auto found = verify(*open(), std::nullopt);
  EXPECT_EQ(found->own_moment.count, 2U);
  EXPECT_EQ(found->own_moment.first, kEvents + 1U);
  EXPECT_EQ(found->going_back.count, 0U);
  // As one that was imported may have it.
  sql("UPDATE milepost_events SET time = time + 1000 WHERE number = 58");
  const auto back = verify(*open(), std::nullopt);
  EXPECT_EQ(back->going_back.count, 4U);
  EXPECT_EQ(back->going_back.first, 59U);
}

TEST_P(VerifiedStore, EachDamageIsNamed) {
  const Checkpoint then = checkpoint();
  const std::string no_bytes = GetParam() == Dialect::kSqlite ? "x''" : "''";
  struct Case {
    const char* name;
    std::string script;
    std::vector<std::string> want;
  };
  const Case cases[] = {
      {"a kind",
       "UPDATE milepost_events SET kind = 'x' WHERE number = 12",
       {"event 12 was changed: its digest is not that of what it says",
        "proposal/5 is summed up wrongly"}},
      {"a field that cannot be read",
       "UPDATE milepost_events SET fields = 'x' WHERE number = 12",
       {"event 12 cannot be read", "event 12 is not the next of proposal/5"}},
      {"deleted",
       "DELETE FROM milepost_events WHERE number IN (20, 21)",
       {"events 20 to 21 are missing", "event 28 is not the next of proposal/0",
        "event 27 is not the next of proposal/6",
        "no event names the text " + open()->sha256().of("text 20").hex()}},
      {"swapped",
       "UPDATE milepost_events SET number = -1 WHERE number = 30;"
       "UPDATE milepost_events SET number = 30 WHERE number = 31;"
       "UPDATE milepost_events SET number = 31 WHERE number = -1",
       {"event 30 was changed: its digest is not that of what it says",
        "event 31 was changed: its digest is not that of what it says",
        "event 32 does not follow what stands before it"}},
      {"cut off",
       "DELETE FROM milepost_events WHERE number > 57",
       {"the record ends with event 57, yet there were 60",
        "the record ends with event 57, yet there were 60 when the checkpoint was made"}},
      {"out of the way",
       "UPDATE milepost_events SET number = -5 WHERE number = 60",
       {"there are events whose number is none"}},
      {"the head moved",
       "UPDATE milepost_head SET number = 59",
       {"there are events up to 60, yet the record ends with event 59"}},
      {"the head's digest",
       "UPDATE milepost_head SET digest = '" + std::string(64, '0') + "'",
       {"event 60 is not the one the record ends with"}},
      {"another identifier",
       "UPDATE milepost_head SET id = 'x'",
       {"event 1 does not follow what stands before it",
        "the checkpoint is of another record: " + then.record + ", not x"}},
      {"a state",
       "UPDATE milepost_states SET state = '' WHERE stream = 'proposal/3'",
       {"proposal/3 is summed up wrongly"}},
      {"a state's version",
       "UPDATE milepost_states SET version = 1 WHERE stream = 'proposal/3'",
       {"proposal/3 is summed up wrongly"}},
      {"the words a state is found by",
       "UPDATE milepost_states SET words = 'x' WHERE stream = 'proposal/3'",
       {"proposal/3 is summed up wrongly"}},
      {"a state less",
       "DELETE FROM milepost_states WHERE stream = 'proposal/6'",
       {"proposal/6 is not summed up"}},
      {"a state more",
       "INSERT INTO milepost_states VALUES ('a', 1, '', ''), ('z', 1, '', '')",
       {"a is summed up, but has no events", "z is summed up, but has no events"}},
      {"a text",
       "UPDATE milepost_texts SET content = " + no_bytes + " WHERE digest = '" +
           open()->sha256().of("text 10").hex() + "'",
       {"the text " + open()->sha256().of("text 10").hex() + " was changed"}},
      {"a text less",
       "DELETE FROM milepost_texts WHERE digest = '" + open()->sha256().of("text 10").hex() + "'",
       {"the text " + open()->sha256().of("text 10").hex() + " is missing"}},
      {"a text more",
       "INSERT INTO milepost_texts VALUES ('" + open()->sha256().of("").hex() + "', " + no_bytes +
           ")",
       {"no event names the text " + open()->sha256().of("").hex()}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    sql("CREATE TABLE kept_head AS SELECT * FROM milepost_head;"
        "CREATE TABLE kept_events AS SELECT * FROM milepost_events;"
        "CREATE TABLE kept_states AS SELECT * FROM milepost_states;"
        "CREATE TABLE kept_texts AS SELECT * FROM milepost_texts");
    sql(c.script);
    const auto found = damages(then);
    for (const std::string& want : c.want) EXPECT_THAT(found, testing::Contains(want));
    // Nobody but who inspects it gets to see it.
    EXPECT_FALSE(Store::open(place_, kNames, Access::kRead));
    for (const char* table : {"head", "events", "states", "texts"}) {
      sql(
          fmt::format("DELETE FROM milepost_{0}; INSERT INTO milepost_{0} SELECT * FROM kept_{0};"
                      "DROP TABLE kept_{0}",
                      table));
    }
    ASSERT_THAT(damages(then), testing::IsEmpty());
  }
}

// It must be possible to look at a damaged record, whatever it was summed up by.
TEST_P(VerifiedStore, AnotherProjectionDoesNotHideDamage) {
  sql("UPDATE milepost_head SET projection = 9;"
      "UPDATE milepost_events SET fields = 'x' WHERE number = 12");
  EXPECT_FALSE(Store::open(place_, kNames, Access::kRead));
  const auto store = Store::open(place_, kNames, Access::kInspect);
  ASSERT_TRUE(store) << store.error().message;
  auto found = verify(**store, std::nullopt);
  ASSERT_TRUE(found) << found.error().message;
  std::erase_if(found->damages, [](const Damage& damage) { return is_of_tests(damage); });
  EXPECT_EQ(found->damages, (std::vector<Damage>{{12, "event 12 cannot be read"},
                                                 {12, "event 12 is not the next of proposal/5"}}));
}

// Somebody who makes the whole chain anew is found out by a checkpoint alone.
TEST_P(VerifiedStore, ARecordMadeAnewIsFoundAgainstACheckpoint) {
  const Checkpoint then = checkpoint();
  sql("DELETE FROM milepost_events; DELETE FROM milepost_states; DELETE FROM milepost_texts");
  const auto digest = digest_before_first(open()->sha256(), then.record);
  sql("UPDATE milepost_head SET number = 0, digest = '" + digest.hex() + "'");
  const auto store = open();
  for (int i = 1; i <= kEvents; ++i) append(*store, {event("proposal/1")});
  EXPECT_THAT(damages(), testing::IsEmpty());
  EXPECT_THAT(damages(then),
              testing::ElementsAre("event 60 is not the one it was when the checkpoint was made"));
}

// At 200 points of the log: a bit flipped in any column, a row deleted, two rows in
// each other's place, everything from there on cut off with the head put right.
TEST_P(VerifiedStore, DamageAtAnyPointOfTheLogIsFound) {
  const Checkpoint then = checkpoint();
  sql("CREATE TABLE kept_events AS SELECT * FROM milepost_events;"
      "CREATE TABLE kept_head AS SELECT * FROM milepost_head");
  constexpr const char* kTexts[] = {"stream", "kind", "actor", "fields", "before", "digest"};
  constexpr const char* kNumbers[] = {"version", "time"};
  int found = 0;
  for (int point = 0; point < 200; ++point) {
    const int number = 1 + point * 37 % kEvents;
    std::string script;
    switch (point % 5) {
      case 0: {  // one letter becomes its neighbour
        const char* const column = kTexts[point / 5 % 6];
        script = fmt::format(
            "UPDATE milepost_events SET {0} = CASE WHEN substr({0}, 1, 1) = 'q' THEN 'r' ELSE 'q' "
            "END || substr({0}, 2) WHERE number = {1}",
            column, number);
        break;
      }
      case 1:
        script = fmt::format("UPDATE milepost_events SET {0} = {0} + 1024 WHERE number = {1}",
                             kNumbers[point / 5 % 2], number);
        break;
      case 2:
        script = fmt::format("UPDATE milepost_events SET claimed = 1 - claimed WHERE number = {}",
                             number);
        break;
      case 3: script = fmt::format("DELETE FROM milepost_events WHERE number = {}", number); break;
      default:
        script = fmt::format(
            "UPDATE milepost_events SET number = -1 WHERE number = {0};"
            "UPDATE milepost_events SET number = {0} WHERE number = {1};"
            "UPDATE milepost_events SET number = {1} WHERE number = -1",
            number, number % kEvents + 1);
    }
    if (point % 7 == 6) {
      script = fmt::format(
          "DELETE FROM milepost_events WHERE number >= {0};"
          "UPDATE milepost_head SET number = {0} - 1, digest = coalesce((SELECT digest FROM "
          "milepost_events WHERE number = {0} - 1), digest)",
          number);
    }
    sql(script);
    const bool is_found = !damages(then).empty();
    EXPECT_TRUE(is_found) << script;
    found += is_found ? 1 : 0;
    sql("DELETE FROM milepost_events; INSERT INTO milepost_events SELECT * FROM kept_events;"
        "DELETE FROM milepost_head; INSERT INTO milepost_head SELECT * FROM kept_head");
  }
  EXPECT_EQ(found, 200);
  EXPECT_THAT(damages(then), testing::IsEmpty());
}

TEST_P(VerifiedStore, AMadeUpRecordIsNotImported) {
  const auto store = open();
  const auto events = *store->events(1, 1000);
  const Head head = *store->head();
  const std::string id = store->id();
  sql("DELETE FROM milepost_events; DELETE FROM milepost_texts; DELETE FROM milepost_states;"
      "UPDATE milepost_head SET number = 0");
  const auto import = [&](const std::vector<RecordItem>& items, const Head& wanted) {
    std::size_t at = 0;
    const auto done = import_record(*store, id, wanted, [&]() -> Result<std::optional<RecordItem>> {
      if (at == items.size()) return std::nullopt;
      return items[at++];
    });
    EXPECT_EQ(store->counts()->events, done ? items.size() - 6 : 0U);
    return done ? "" : done.error().message;
  };
  std::vector<RecordItem> whole(events.begin(), events.end());
  for (int i = 10; i <= kEvents; i += 10) {
    const std::string text = fmt::format("text {}", i);
    whole.emplace_back(RecordText{store->sha256().of(text), text});
  }
  auto items = whole;
  std::get<Event>(items[4]).kind = "forged";
  EXPECT_EQ(import(items, head), "event 5 was changed, or what stands before it");
  items = whole;
  items.erase(items.begin() + 4);
  EXPECT_EQ(import(items, head), "event 6 stands where 5 should");
  items = whole;
  items.pop_back();
  EXPECT_THAT(import(items, head), testing::EndsWith("is missing"));
  items = whole;
  items.push_back(items.back());
  EXPECT_THAT(import(items, head), testing::EndsWith("or it is there twice"));
  items = whole;
  std::get<RecordText>(items.back()).text = "forged";
  EXPECT_THAT(import(items, head), testing::EndsWith("was changed"));
  EXPECT_EQ(import(whole, {61, head.digest}),
            "it ends with event 60; its first line promises 61 events");
  EXPECT_EQ(import(whole, head), "");
  EXPECT_THAT(damages(), testing::IsEmpty());
  EXPECT_THAT(import_record(*store, id, head, {}).error().message,
              testing::HasSubstr("is not empty: it has 60 events"));
}

class DamagedFile : public VerifiedStore {};
INSTANTIATE_TEST_SUITE_P(Backends, DamagedFile, testing::Values(Dialect::kSqlite), dialect_name);

// One bit of the file, wherever an event's digest is written.
TEST_P(DamagedFile, ABitFlippedInTheFileIsFound) {
  const Checkpoint then = checkpoint();
  const std::string bytes = read(".milepost/record.db");
  int flipped = 0;
  const auto events = *open()->events(1, 1000);
  for (const Event& one : events) {
    std::size_t at = bytes.find(one.digest.hex());
    for (; at != std::string::npos; at = bytes.find(one.digest.hex(), at + 1)) {
      std::string damaged = bytes;
      damaged[at + one.number] = static_cast<char>(damaged[at + one.number] ^ 1);
      write(".milepost/record.db", damaged);
      EXPECT_THAT(damages(then), testing::Not(testing::IsEmpty())) << at;
      ++flipped;
    }
  }
  EXPECT_GT(flipped, 100);
  write(".milepost/record.db", bytes);
  EXPECT_THAT(damages(then), testing::IsEmpty());
}

TEST_P(DamagedFile, AFileCutShortIsFound) {
  const Checkpoint then = checkpoint();
  const std::string bytes = read(".milepost/record.db");
  for (std::size_t size = 100; size < bytes.size(); size += 1511) {
    write(".milepost/record.db", bytes.substr(0, size));
    EXPECT_THAT(damages(then), testing::Not(testing::IsEmpty())) << size;
  }
}

TEST(Checkpoint, IsReadAsItIsWritten) {
  const Checkpoint one{"0f", {12, Digest{}}, {1'790'000'000}};
  const std::string text = to_text(one);
  EXPECT_EQ(text, "milepost checkpoint 1\nrecord 0f\nevents 12\ndigest " + std::string(64, '0') +
                      "\ntime 2026-09-21T14:13:20Z\n");
  EXPECT_EQ(*parse_checkpoint(text), one);
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(parse_checkpoint(text.substr(0, i))) << i;
    std::string changed = text;
    changed[i] = changed[i] == '~' ? '}' : '~';
    const auto parsed = parse_checkpoint(changed);
    EXPECT_TRUE(!parsed || parsed->record == "~f" || parsed->record == "0~") << i;
  }
}

}  // namespace
}  // namespace milepost
