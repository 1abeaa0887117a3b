#include "features/record/fsck_references.h"

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include <fmt/format.h>

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
    const auto known = events::decode_of_proposal(event);
    if (!known) return note("kind", event.kind, event);
    std::visit([&](const auto& what) { look_at(what, event); }, *known);
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
  // What is empty was left out.
  template <typename T>
  void look_at(const T& what, const Event& event) {
    if constexpr (requires { what.role; }) {
      if (!what.role.empty() && !process_.find_role(what.role)) note("role", what.role, event);
    }
    if constexpr (requires { what.stage; }) {
      if (!what.stage.empty() && !process_.has_stage(what.stage)) note("stage", what.stage, event);
    }
    if constexpr (requires { what.freeze; }) {
      if (!what.freeze.empty() && !process_.calendar.find(what.freeze)) {
        note("freeze", what.freeze, event);
      }
    }
    if constexpr (requires { what.release; }) {
      if (!what.release.empty() && !is_release(what.release)) note("release", what.release, event);
    }
    if constexpr (std::same_as<T, events::Concern>) concerns_[event.stream].insert(event.number);
    if constexpr (std::same_as<T, events::Resolved>) look_at_resolved(what.concern, event);
  }

  // Whether it is one of the calendar, where there is one.
  bool is_release(std::string_view name) const {
    if (!releases_.known()) return true;
    const auto version = parse_version(name);
    return version && releases_.find(*version);
  }

  void look_at_resolved(std::optional<std::uint64_t> concern, const Event& event) {
    if (concern && concerns_[event.stream].contains(*concern)) return;
    findings_.push_back(
        {true, FsckArea::kRecord, event.number,
         concern ? fmt::format("event {} resolves a concern {} that nobody raised", event.number,
                               *concern)
                 : fmt::format("event {} names no concern that it resolves", event.number)});
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
  std::unordered_map<std::string, std::unordered_set<std::uint64_t>> concerns_;  // by stream
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
    TRY(const auto page, store.events(next, kPage));
    for (const Event& event : page) references.look_at(event);
    if (page.size() < kPage) return references.take();
    next = page.back().number + 1;
  }
}

}  // namespace milepost::record
