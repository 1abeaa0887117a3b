// The reference of kinds of events in docs/record.md says what the table of kinds says.
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "golden_files.h"
#include "store/event_kinds.h"

namespace milepost {
namespace {

using events::EventField;
using events::EventKind;
using events::Topic;

constexpr std::string_view kBegin =
    "<!-- kinds: made from src/store/event_descriptions.h; MILEPOST_UPDATE_GOLDENS=1 ./dev test "
    "EventReference\nrewrites them. -->\n";
constexpr std::string_view kEnd = "<!-- /kinds -->\n";

std::string fields_of(const EventKind& kind) {
  std::string text;
  for (const EventField& field : kind.fields) {
    text += fmt::format("{}`{}`{} {}", text.empty() ? "" : "<br>", field.key,
                        field.always ? "" : "?", field.meaning);
  }
  return text;
}

std::string make_reference() {
  constexpr std::pair<Topic, std::string_view> kTopics[] = {
      {Topic::kReview, "Reviews"},
      {Topic::kTracking, "Tracking issues"},
      {Topic::kRelease, "Releases"},
      {Topic::kName, "Names, in the stream `moves`"},
  };
  std::string text;
  for (const auto& [topic, title] : kTopics) {
    text += fmt::format("\n### {}\n\n| kind | what happened | fields |\n|---|---|---|\n", title);
    for (const EventKind& kind : events::all_kinds()) {
      if (kind.topic != topic) continue;
      text += fmt::format("| `{}` | {} | {} |\n", kind.name, kind.meaning, fields_of(kind));
    }
  }
  return text + "\n";
}

TEST(EventReference, IsCurrent) {
  const auto path = in_source_tree("docs/record.md");
  std::string page = read_text(path).value_or("");
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = page.find(kEnd);
  ASSERT_NE(begin, page.npos) << "the page has no place for it";
  ASSERT_NE(end, page.npos) << "the page has no place for it";
  page.replace(begin + kBegin.size(), end - begin - kBegin.size(), make_reference());
  expect_golden(path, page);
}

// The only stream besides those of proposals has a table of its own.
TEST(EventReference, StreamsAreThoseOfTheirTopic) {
  for (const EventKind& kind : events::all_kinds()) {
    EXPECT_EQ(kind.stream == events::StreamKind::kMoves, kind.topic == Topic::kName) << kind.name;
  }
}

}  // namespace
}  // namespace milepost
