// What was made of a served repository and is good as long as that does not change. One who asks
// makes it, others who ask meanwhile wait for it. What was made of an earlier state goes when the
// first of a newer one is asked for, and of what was not asked for lately, the oldest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "features/common/route.h"

namespace milepost {

template <typename Value>
class Kept {
 public:
  using Pointer = std::shared_ptr<const Value>;

  explicit Kept(std::size_t most) : most_(most) {}

  Pointer get(const Visit& visit, std::string_view what, const std::function<Value()>& make) {
    const State state{visit.workspace->root(), visit.generation};
    const std::string key = fmt::format("{}\n{}\n{}\n{}", state.root, state.generation,
                                        to_string(visit.workspace->today()), what);
    std::promise<Pointer> promise;
    if (const auto others = find_or_begin(key, state, promise)) return others->get();
    try {
      auto value = std::make_shared<const Value>(make());
      promise.set_value(value);
      return value;
    } catch (...) {
      // Those who wait fail as well; whoever asks next tries again.
      forget(key);
      promise.set_exception(std::current_exception());
      throw;
    }
  }

  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }

 private:
  struct State {
    std::string root;
    std::uint64_t generation;
    bool is_before(const State& other) const {
      return root == other.root && generation < other.generation;
    }
  };
  struct Entry {
    std::string key;
    State state;
    std::shared_future<Pointer> value;
  };

  // What somebody else makes, or has made; nothing when it is to be made now.
  std::optional<std::shared_future<Pointer>> find_or_begin(const std::string& key,
                                                           const State& state,
                                                           std::promise<Pointer>& promise) {
    const std::lock_guard lock(mutex_);
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->key != key) continue;
      entries_.splice(entries_.begin(), entries_, entry);
      return entry->value;
    }
    // On a busy day there is a newer state every second: nobody asks for the others again.
    std::erase_if(entries_, [&](const Entry& entry) { return entry.state.is_before(state); });
    entries_.push_front({key, state, promise.get_future().share()});
    if (entries_.size() > most_) entries_.pop_back();
    return std::nullopt;
  }

  void forget(const std::string& key) {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&](const Entry& entry) { return entry.key == key; });
  }

  const std::size_t most_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;
};

}  // namespace milepost
