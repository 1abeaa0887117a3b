#include "store/projection.h"

#include <utility>

#include <fmt/format.h>

#include "base/files.h"
#include "base/limits.h"

namespace milepost {

namespace {

constexpr std::size_t kPage = 500;

std::string damaged(Tables& tables, std::uint64_t event) {
  return fmt::format("{}: event {} is damaged; milepost fsck tells more", tables.database().name(),
                     event);
}

}  // namespace

Result<void> fold_into(StateRow& row, const Projection& projection, std::span<const Event> events) {
  if (events.empty()) return {};
  if (projection.fold_all != nullptr) {
    row.state = projection.fold_all(row.state, events);
  } else {
    for (const Event& event : events) row.state = projection.fold(row.state, event);
  }
  row.version = events.back().version;
  if (row.state.size() <= kLimits.record_state_bytes) return {};
  return failure(fmt::format("{} has more events than can be summed up in {}", row.stream,
                             size_text(kLimits.record_state_bytes)));
}

std::string words_text(const Projection& projection, std::string_view state) {
  std::string text;
  if (projection.words == nullptr) return text;
  for (const std::string& word : projection.words(state)) text += word_text(word);
  return text;
}

Result<void> fold_streams(Tables& tables, const Projection& projection,
                          const std::function<Result<void>(const FoldedStream&)>& each) {
  FoldedStream folded;
  std::vector<Event> next;  // of the stream, still to be folded
  std::uint64_t after = 0;  // the version as it is written, which may be a wrong one
  std::uint64_t last = 0;
  const auto fold_next = [&]() -> Result<void> {
    auto done = fold_into(folded.state, projection, next);
    next.clear();
    return done;
  };
  const auto finish = [&]() -> Result<void> {
    if (folded.state.stream.empty()) return {};
    if (auto done = fold_next(); !done) return done;
    folded.state.words = words_text(projection, folded.state.state);
    return each(folded);
  };
  while (true) {
    const auto page = tables.events_after(folded.state.stream, after, kPage);
    if (!page) return tl::unexpected(page.error());
    // A version that is no number would be read for ever.
    if (!page->empty() && std::exchange(last, page->back().number) == page->back().number) {
      return failure(damaged(tables, last));
    }
    for (const EventRow& row : *page) {
      if (row.stream != folded.state.stream) {
        if (auto done = finish(); !done) return done;
        folded = {};
        folded.state.stream = row.stream;
      }
      after = row.event.version;
      if (folded.wrong_event != 0) continue;
      if (!row.damage.empty() || row.event.version != folded.state.version + next.size() + 1) {
        folded.wrong_event = row.number;
        continue;
      }
      next.push_back(row.event);
    }
    if (auto done = fold_next(); !done) return done;
    if (page->size() < kPage) break;
  }
  return finish();
}

Result<void> rebuild_states(Tables& tables, const Projection& projection) {
  if (auto cleared = tables.clear_states(); !cleared) return cleared;
  return fold_streams(tables, projection, [&](const FoldedStream& folded) -> Result<void> {
    if (folded.wrong_event != 0) return failure(damaged(tables, folded.wrong_event));
    return tables.put(folded.state);
  });
}

}  // namespace milepost
