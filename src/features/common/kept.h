// What was made of a served repository and is good as long as that does not change. One who asks
// makes it, others who ask meanwhile wait for it; of what was not asked for lately, the oldest
// goes.
#pragma once

#include <cstddef>
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
    const std::string key = fmt::format("{}\n{}\n{}\n{}", visit.workspace->root(), visit.generation,
                                        to_string(visit.workspace->today()), what);
    std::promise<Pointer> promise;
    if (const auto others = find_or_begin(key, promise)) return others->get();
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

 private:
  struct Entry {
    std::string key;
    std::shared_future<Pointer> value;
  };

  // What somebody else makes, or has made; nothing when it is to be made now.
  std::optional<std::shared_future<Pointer>> find_or_begin(const std::string& key,
                                                           std::promise<Pointer>& promise) {
    const std::lock_guard lock(mutex_);
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->key != key) continue;
      entries_.splice(entries_.begin(), entries_, entry);
      return entry->value;
    }
    entries_.push_front({key, promise.get_future().share()});
    if (entries_.size() > most_) entries_.pop_back();
    return std::nullopt;
  }

  void forget(const std::string& key) {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&](const Entry& entry) { return entry.key == key; });
  }

  const std::size_t most_;
  std::mutex mutex_;
  std::list<Entry> entries_;
};

}  // namespace milepost
