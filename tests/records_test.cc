// Records that the milepost of 0.1.0 wrote before its events had types, kept in tests/records:
// they are read, verified and summed up as they were then, for good.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "base/strings.h"
#include "features/record/record_lines.h"
#include "features/record/transfer.h"
#include "golden_files.h"
#include "store/event_kinds.h"
#include "store/events.h"
#include "store/import.h"
#include "store/proposal_state.h"
#include "store/record.h"
#include "store/store_fixture.h"
#include "store/verify.h"

namespace milepost {
namespace {

std::string kept(const std::string& path) {
  return read_text(in_source_tree("tests/records/" + path)).value_or("");
}

std::vector<std::string_view> lines_in(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    lines.push_back(line);
    text = rest;
  }
  return lines;
}

std::vector<Event> events_in(std::string_view exported) {
  std::vector<Event> events;
  std::vector<std::string_view> lines = lines_in(exported);
  if (!lines.empty()) lines.erase(lines.begin());
  for (const std::string_view line : lines) {
    auto item = record::parse_record_line(line);
    EXPECT_TRUE(item) << line;
    if (item && std::holds_alternative<Event>(*item)) {
      events.push_back(std::get<Event>(std::move(*item)));
    }
  }
  return events;
}

std::string exported(const Store& store) {
  std::string text;
  const auto done = record::export_record(store, [&](std::string_view line) -> Result<void> {
    text += line;
    return {};
  });
  EXPECT_TRUE(done) << done.error().message;
  return text;
}

std::string states_in(const Store& store) {
  std::string text;
  const auto done = store.for_each_state("", [&](std::string_view stream, std::string_view state) {
    text.append("== ").append(stream).append("\n").append(state);
  });
  EXPECT_TRUE(done) << done.error().message;
  return text;
}

void import_lines(Store& store, std::string_view exported) {
  std::vector<std::string_view> lines = lines_in(exported);
  const auto header = record::parse_record_header(lines.front());
  ASSERT_TRUE(header) << header.error().message;
  auto line = lines.begin();
  const auto done =
      import_record(store, header->id, header->head, [&]() -> Result<std::optional<RecordItem>> {
        if (++line == lines.end()) return std::nullopt;
        return record::parse_record_line(*line).map(
            [](RecordItem item) { return std::optional(std::move(item)); });
      });
  ASSERT_TRUE(done) << done.error().message;
}

std::vector<Damage> damages_of(const Store& store) {
  const auto verified = verify(store, std::nullopt);
  EXPECT_TRUE(verified) << verified.error().message;
  return verified ? verified->damages : std::vector<Damage>();
}

// --- the events ---

const std::set<std::string_view> kKindsOf010 = {"agreed",
                                                "approved",
                                                "commented",
                                                "concern",
                                                "deferred",
                                                "exception-approved",
                                                "exception-rejected",
                                                "exception-requested",
                                                "held",
                                                "imported",
                                                "labelled",
                                                "linked",
                                                "met",
                                                "moved",
                                                "not-applicable",
                                                "opted-in",
                                                "opted-out",
                                                "removed",
                                                "resolved",
                                                "started",
                                                "ticked",
                                                "tracked",
                                                "tracker-status",
                                                "unheld",
                                                "unlinked",
                                                "unticked",
                                                "withdrew"};

// The fields of an event, written anew from what they were read as.
EventFields written_anew(const Event& event) {
  if (const auto moved = events::decode<events::Moved>(event)) return events::encode(*moved);
  const auto read = events::decode_of_proposal(event);
  if (!read) return {};
  return std::visit([](const auto& one) { return events::encode(one); }, *read);
}

TEST(KeptRecords, EventsAreWrittenAsTheyWere) {
  for (const std::string file : {"sqlite/record.jsonl", "postgresql/record.jsonl"}) {
    std::set<std::string, std::less<>> kinds;
    for (const Event& event : events_in(kept(file))) {
      SCOPED_TRACE(file + ": event " + std::to_string(event.number));
      kinds.insert(event.kind);
      EventFields fields = event.fields;
      std::erase_if(fields, [](const auto& field) { return field.first == kClockField; });
      EXPECT_EQ(written_anew(event), fields);
    }
    EXPECT_TRUE(std::ranges::equal(kinds, kKindsOf010)) << file << " has not all kinds";
  }
}

TEST(KeptRecords, HaveTheFieldsThatTheTableNames) {
  for (const Event& event : events_in(kept("sqlite/record.jsonl"))) {
    SCOPED_TRACE(event.number);
    const events::EventKind* const kind = events::find_kind(event.kind);
    ASSERT_NE(kind, nullptr) << event.kind;
    EXPECT_EQ(event.stream == kMovesStream, kind->stream == events::StreamKind::kMoves);
    std::set<std::string_view> left;
    for (const auto& [key, value] : event.fields) left.insert(key);
    left.erase(kClockField);
    for (const events::EventField& field : kind->fields) {
      const bool there = left.erase(field.key) == 1;
      EXPECT_TRUE(there || !field.always) << field.key << " is missing";
    }
    EXPECT_TRUE(left.empty()) << *left.begin() << " is not in the table";
  }
}

// --- the records ---

class KeptRecord : public StoreFixture {};
class KeptFile : public TreeFixture {};

TEST_F(KeptFile, OfSqliteIsReadAsItWas) {
  const std::string bytes = kept("sqlite/record.db");
  ASSERT_FALSE(bytes.empty());
  write(".milepost/record.db", bytes);
  // Its sums are of an earlier projection: whoever reads makes them anew.
  const auto store = Store::open({at(""), {}}, record_projection(), Access::kInspect);
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_EQ(damages_of(**store), std::vector<Damage>());
  EXPECT_EQ(exported(**store), kept("sqlite/record.jsonl"));
  EXPECT_EQ(states_in(**store), kept("sqlite/states"));
  EXPECT_EQ(read(".milepost/record.db"), bytes) << "nothing is changed by looking";
}

TEST_P(KeptRecord, IsTakenOverAndSumsUpToTheSame) {
  const auto store = open(Access::kWrite, record_projection());
  import_lines(*store, kept("sqlite/record.jsonl"));
  EXPECT_EQ(damages_of(*store), std::vector<Damage>());
  EXPECT_EQ(exported(*store), kept("sqlite/record.jsonl"));
  EXPECT_EQ(states_in(*store), kept("sqlite/states"));
}

// What a later milepost may write.
TEST_P(KeptRecord, KeepsWhatIsNotKnown) {
  NewEvent approved = event("proposal/1");
  approved.fields = {{"weight", "2"}, {"role", "prr"}, {"mood", ""}, {"stage", "beta"}};
  NewEvent teleported = event("proposal/1", "teleported");
  teleported.fields = {{"to", "mars"}, {"role", "pilot"}};
  NewEvent weighed = event("scales/1", "weighed");
  NewEvent renamed = event(std::string(kMovesStream), "renamed");
  const std::vector<NewEvent> all{approved, teleported, weighed, renamed};
  std::string before;
  {
    make_folder("elsewhere");
    const auto other = Store::open({at("elsewhere"), {}}, record_projection(), Access::kWrite);
    ASSERT_TRUE(other) << other.error().message;
    append(**other, all);
    before = exported(**other);
  }
  const auto store = open(Access::kWrite, record_projection());
  import_lines(*store, before);
  EXPECT_EQ(exported(*store), before);
  EXPECT_EQ(damages_of(*store), std::vector<Damage>());
  const auto events = store->events(1, 10);
  ASSERT_TRUE(events) << events.error().message;
  ASSERT_EQ(events->size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(static_cast<const NewEvent&>((*events)[i]), all[i]);
  }
  // It sums up to what is known of it.
  ProposalState want;
  want.approvals.push_back({"prr", "beta", {approved.by, true, approved.time, {}}, {}, {}});
  EXPECT_EQ(read_proposal_state(store->state("proposal/1")->value_or("")), want);
  EXPECT_EQ(store->state(kMovesStream)->value_or("none"), "");
}

MILEPOST_BOTH_BACKENDS(KeptRecord);

}  // namespace
}  // namespace milepost
