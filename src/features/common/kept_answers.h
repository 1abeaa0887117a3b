// Answers that take long to make, kept for those who ask the same: a few, the ones asked for last.
//
// Who asks first makes the answer; whoever asks meanwhile waits for that one. Threads may share it.
// A key has all that the answer depends on, such as the generation of a workspace.
#pragma once

#include <algorithm>
#include <cstddef>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace milepost {

template <typename Answer>
class KeptAnswers {
 public:
  using Pointer = std::shared_ptr<const Answer>;

  explicit KeptAnswers(std::size_t most) : most_(most) {}

  // `make` gives an Answer. What is thrown reaches all who wait, and is not kept.
  template <typename Make>
  Pointer get(const std::string& key, Make make) {
    std::promise<Pointer> promise;
    std::shared_future<Pointer> kept;
    const bool is_first = find_or_add(key, promise, kept);
    if (!is_first) return kept.get();
    try {
      promise.set_value(std::make_shared<const Answer>(make()));
    } catch (...) {
      promise.set_exception(std::current_exception());
      forget(key);
    }
    return kept.get();
  }

 private:
  struct Entry {
    std::string key;
    std::shared_future<Pointer> answer;
  };

  // Whether this caller is to make the answer.
  bool find_or_add(const std::string& key, std::promise<Pointer>& promise,
                   std::shared_future<Pointer>& kept) {
    const std::scoped_lock lock(mutex_);
    const auto found = std::ranges::find(entries_, key, &Entry::key);
    const bool is_first = found == entries_.end();
    if (is_first) {
      entries_.push_front({key, promise.get_future().share()});
      if (entries_.size() > most_) entries_.pop_back();  // who waits for it has it still
    } else {
      entries_.splice(entries_.begin(), entries_, found);
    }
    kept = entries_.front().answer;
    return is_first;
  }

  void forget(const std::string& key) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(entries_, [&](const Entry& entry) { return entry.key == key; });
  }

  const std::size_t most_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // the one asked for last in front
};

}  // namespace milepost
