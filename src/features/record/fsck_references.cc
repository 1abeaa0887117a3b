#include "features/record/fsck_references.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "store/event_kinds.h"
#include "store/events.h"
#include "store/moves.h"
#include "store/record.h"

namespace milepost::record {

namespace {

class References {
 public:
  References(const Process& process, const Releases& releases)
      : process_(process), releases_(releases) {}

  void look_at(const Event& event) {
    if (event.stream == kMovesStream) return;
    if (!is_proposal(event.stream)) return note("stream", event.stream, event);
    const events::EventKind* const kind = events::find_kind(event.kind);
    if (!kind || kind->stream != events::StreamKind::kProposal) {
      return note("kind", event.kind, event);
    }
    for (const auto& [key, value] : event.fields) look_at(key, value, event);
    if (event.kind == events::Concern::kKind)
      concerns_[event.stream].insert(std::to_string(event.number));
  }

  std::vector<FsckFinding> take() {
    for (const auto& [what, numbers] : notes_) {
      const bool one = numbers.size() == 1;
      findings_.push_back(
          {false, FsckArea::kRecord, one ? numbers.front() : 0,
           fmt::format("the {} `{}` is not known here: {} {}", what.first, what.second,
                       one ? "event" : "events", event_list(numbers))});
    }
    return std::move(findings_);
  }

 private:
  void look_at(const std::string& key, const std::string& value, const Event& event) {
    const auto is_release = [&] {
      const auto version = parse_version(value);
      return version && releases_.find(*version);
    };
    if (key == "role" && !process_.find_role(value)) note("role", value, event);
    if (key == "stage" && !process_.has_stage(value)) note("stage", value, event);
    if (key == "freeze" && !process_.calendar.find(value)) note("freeze", value, event);
    if (key == "release" && releases_.known() && !is_release()) {
      note("release", value, event);
    }
    if (key == "concern" && !concerns_[event.stream].contains(value)) {
      findings_.push_back(
          {true, FsckArea::kRecord, event.number,
           fmt::format("event {} resolves a concern {} that nobody raised", event.number, value)});
    }
  }

  void note(std::string what, const std::string& name, const Event& event) {
    notes_[{std::move(what), name}].push_back(event.number);
  }

  static std::string event_list(const std::vector<std::uint64_t>& numbers) {
    std::vector<std::string> texts;
    for (const std::uint64_t number : numbers) texts.push_back(std::to_string(number));
    return listed(texts);
  }

  const Process& process_;
  const Releases& releases_;
  // Numbers of events, by what they name: ("role", "king").
  std::map<std::pair<std::string, std::string>, std::vector<std::uint64_t>> notes_;
  std::unordered_map<std::string, std::unordered_set<std::string>> concerns_;  // by stream
  std::vector<FsckFinding> findings_;
};

}  // namespace

std::string listed(const std::vector<std::string>& items) {
  constexpr std::size_t kMost = 20;
  std::string out;
  for (std::size_t i = 0; i < items.size() && i < kMost; ++i) {
    out += fmt::format("{}{}", i == 0 ? "" : ", ", items[i]);
  }
  if (items.size() > kMost) out += fmt::format(" and {} more", items.size() - kMost);
  return out;
}

Result<std::vector<FsckFinding>> check_references(const Store& store, const Process& process,
                                                  const Releases& releases) {
  constexpr std::size_t kPage = 500;
  References references(process, releases);
  for (std::uint64_t next = 1;;) {
    const auto page = store.events(next, kPage);
    if (!page) return tl::unexpected(page.error());
    for (const Event& event : *page) references.look_at(event);
    if (page->size() < kPage) return references.take();
    next = page->back().number + 1;
  }
}

}  // namespace milepost::record
