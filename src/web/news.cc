#include "web/news.h"

#include <string_view>
#include <utility>

#include "features/common/card_of_key.h"
#include "features/common/route.h"
#include "features/record/record_lines.h"

namespace milepost::web {

namespace {

// More than that and a page asks for all there is.
constexpr std::size_t kMostNamed = 100;
// Of what was missed, told at once: a stream has room for it.
constexpr std::size_t kMostBytes = std::size_t{128} * 1024;

RecordedMessage message_of(const Event& event) {
  std::string line = record::record_line(event);
  while (line.ends_with('\n')) line.pop_back();
  return {event.number, recorded_text(event.number, line)};
}

// As the addresses of pages have it.
std::string key_of_stream(std::string_view stream) { return key_of_called(called_in(stream)); }

}  // namespace

void add_recorded(const Record& record, std::uint64_t known, News& news) {
  const auto events = record.store().events(known + 1, kMostRecorded + 1);
  if (!events) {
    news.all = news.more = true;
    return;
  }
  news.all = news.all || events->size() > kMostNamed;
  for (const Event& event : *events) {
    // One that is told after some were not would hide them.
    news.more = news.more || news.recorded.size() == kMostRecorded;
    if (!news.more) news.recorded.push_back(message_of(event));
    if (is_proposal(event.stream)) {
      news.proposals.insert(key_of_stream(event.stream));
    } else {
      news.all = true;
    }
  }
}

Result<Missed> recorded_after(const Record& record, std::uint64_t known) {
  TRY(const auto events, record.store().events(known + 1, kMostRecorded));
  Missed missed;
  missed.last = known;
  missed.more = events.size() == kMostRecorded;
  std::size_t bytes = 0;
  for (const Event& event : events) {
    RecordedMessage message = message_of(event);
    bytes += message.text.size();
    if (bytes > kMostBytes && !missed.messages.empty()) {
      missed.more = true;
      break;
    }
    missed.last = event.number;
    missed.messages.push_back(std::move(message));
  }
  return missed;
}

void add_changed(const Index& before, const Index& after, const RepositoryChange& change,
                 News& news) {
  if (change.files.size() > kMostNamed) {
    news.all = true;
    return;
  }
  for (const Index* const index : {&before, &after}) {
    for (const std::string& file : change.files) {
      if (const Card* const card = index->find(file))
        news.proposals.insert(key_of_card(*index, *card));
    }
    if (!change.refs) continue;
    for (const Card& card : index->cards) {
      if (card.unmerged) news.proposals.insert(key_of_card(*index, card));
    }
  }
}

}  // namespace milepost::web
