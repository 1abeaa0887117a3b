#include "web/cache.h"

#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace milepost::web {

CacheKey::CacheKey(std::size_t mounted, std::uint64_t made_of, std::string_view target,
                   std::string_view accept, std::string_view server)
    : mount(mounted),
      generation(made_of),
      text(fmt::format("{} {} {} {}\n{}", mounted, made_of, target, accept, server)) {}

AnswerCache::Part& AnswerCache::part_of(const CacheKey& key) {
  return parts_[std::hash<std::string>{}(key.text) % kParts];
}

std::shared_ptr<const CachedAnswer> AnswerCache::find(const CacheKey& key) {
  Part& part = part_of(key);
  const std::scoped_lock held(part.mutex);
  const auto known = part.by_key.find(key.text);
  if (known == part.by_key.end()) return nullptr;
  part.entries.splice(part.entries.begin(), part.entries, known->second);
  return known->second->answer;
}

void AnswerCache::keep(const CacheKey& key, std::shared_ptr<const CachedAnswer> answer) {
  const auto& body = answer->response.body;
  const std::size_t bytes = 512 + key.text.size() + (body ? body->size() : 0);
  // One that takes the place of many is made anew each time.
  if (bytes > most_bytes_ / 4) return;
  Part& part = part_of(key);
  const std::scoped_lock held(part.mutex);
  if (part.by_key.contains(key.text)) return;
  part.forget_before(key);
  part.entries.push_front({key, std::move(answer), bytes});
  part.by_key.emplace(part.entries.front().key.text, part.entries.begin());
  part.bytes += bytes;
  while (part.bytes > most_bytes_) part.forget(std::prev(part.entries.end()));
}

void AnswerCache::Part::forget(std::list<Entry>::iterator entry) {
  bytes -= entry->bytes;
  by_key.erase(entry->key.text);
  entries.erase(entry);
}

// A page grows with the record: a day of changes would fill all there is with what nobody reads.
void AnswerCache::Part::forget_before(const CacheKey& key) {
  std::uint64_t& known = newest[key.mount];
  if (key.generation <= known) return;
  known = key.generation;
  for (auto entry = entries.begin(); entry != entries.end();) {
    const auto at = entry++;
    if (at->key.mount == key.mount && at->key.generation < key.generation) forget(at);
  }
}

std::size_t AnswerCache::bytes() const {
  std::size_t sum = 0;
  for (const Part& part : parts_) {
    const std::scoped_lock held(part.mutex);
    sum += part.bytes;
  }
  return sum;
}

}  // namespace milepost::web
