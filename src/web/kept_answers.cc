#include "web/kept_answers.h"

#include <utility>

namespace milepost::web {

std::size_t KeptAnswers::Entry::bytes() const {
  return 256 + key.size() + asked.size() + (response.body ? response.body->size() : 0);
}

void KeptAnswers::erase(Entries::iterator entry) {
  bytes_ -= entry->bytes();
  by_key_.erase(entry->key);
  entries_.erase(entry);
}

// What is being answered stays, however old it is.
void KeptAnswers::make_room(Instant now) {
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    const auto next = std::next(entry);
    const bool too_much = entries_.size() > most_ || bytes_ > most_bytes_;
    if (!too_much && entry->since.seconds + kDay > now.seconds) break;
    if (entry->answered) erase(entry);
    entry = next;
  }
}

KeptAnswers::Answer KeptAnswers::begin(const std::string& key, const std::string& asked,
                                       Instant now) {
  const std::scoped_lock held(mutex_);
  make_room(now);
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    const Entry& entry = *known->second;
    if (entry.asked != asked) return Different{};
    if (!entry.answered) return Working{};
    return entry.response;
  }
  entries_.push_back({key, asked, now});
  by_key_.emplace(key, std::prev(entries_.end()));
  bytes_ += entries_.back().bytes();
  return Fresh{};
}

void KeptAnswers::keep(const std::string& key, const http::Response& response) {
  const std::scoped_lock held(mutex_);
  const auto known = by_key_.find(key);
  if (known == by_key_.end()) return;
  Entry& entry = *known->second;
  bytes_ -= entry.bytes();
  entry.response = response;
  entry.answered = true;
  bytes_ += entry.bytes();
  make_room(entry.since);
}

void KeptAnswers::forget(const std::string& key) {
  const std::scoped_lock held(mutex_);
  if (const auto known = by_key_.find(key); known != by_key_.end()) erase(known->second);
}

}  // namespace milepost::web
