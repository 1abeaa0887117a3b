#include "features/log/entry_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/common_lines.h"
#include "base/strings.h"
#include "store/events.h"

namespace milepost::log {

namespace {

// Whether the text of such an event is where one is: "owner/repo#12".
bool is_place(std::string_view kind) {
  return kind == events::OptedIn::kKind || kind == events::Announced::kKind;
}

}  // namespace

std::string kind_words(std::string_view kind) {
  std::string words(kind);
  std::ranges::replace(words, '-', ' ');
  return words;
}

bool is_for_people(std::string_view field) {
  return field != "text" && field != "copy" && field != "sections";
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (const std::string_view line : split_lines(text)) lines.push_back(trim(line));
  return lines;
}

std::string in_one_line(const std::string& text) {
  return fmt::format("{}", fmt::join(lines_of(text), " "));
}

std::string change_text(const FieldChange& change) {
  if (change.from.empty()) return fmt::format("{} {}", change.field, change.to);
  if (change.to.empty()) return fmt::format("{} {} → none", change.field, change.from);
  return fmt::format("{} {} → {}", change.field, change.from, change.to);
}

std::string details_text(const LogEntry& entry, std::string_view understood) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : entry.fields) {
    if (key == "text" && is_place(entry.kind)) {
      parts.push_back("as in " + in_one_line(value));
      continue;
    }
    if (!is_for_people(key) || (key == "release" && value == understood)) continue;
    parts.push_back(fmt::format("{} {}", key, in_one_line(value)));
  }
  for (const FieldChange& change : entry.changes) parts.push_back(change_text(change));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace milepost::log
