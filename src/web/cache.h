// Answers to readers who have not signed in, kept by where they are mounted, the generation of
// the snapshot they were made of, and what was asked. Those of a generation before it go when the
// first of a new one is kept; what was not asked for the longest goes first. Threads may share one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "http/message.h"

namespace milepost::web {

struct CacheKey {
  std::size_t mount;
  std::uint64_t generation;
  std::string text;
  // `server` is what the client calls this server, "https://proposals.example": answers such as
  // feeds have it in their links.
  CacheKey(std::size_t mounted, std::uint64_t made_of, std::string_view target,
           std::string_view accept, std::string_view server);
};

struct CachedAnswer {
  http::Response response;
  std::size_t route = 0;  // the row that gave it
};

class AnswerCache {
 public:
  explicit AnswerCache(std::size_t most_bytes) : most_bytes_(most_bytes / kParts) {}

  std::shared_ptr<const CachedAnswer> find(const CacheKey& key);
  void keep(const CacheKey& key, std::shared_ptr<const CachedAnswer> answer);
  std::size_t bytes() const;

 private:
  struct Entry {
    CacheKey key;
    std::shared_ptr<const CachedAnswer> answer;
    std::size_t bytes;
  };
  // Apart, so that threads seldom wait for each other.
  struct Part {
    mutable std::mutex mutex;
    std::list<Entry> entries;  // asked for last first
    std::unordered_map<std::string_view, std::list<Entry>::iterator> by_key;
    std::unordered_map<std::size_t, std::uint64_t> newest;  // generation of each mount
    std::size_t bytes = 0;

    void forget(std::list<Entry>::iterator entry);
    void forget_before(const CacheKey& key);
  };
  static constexpr std::size_t kParts = 8;

  Part& part_of(const CacheKey& key);

  const std::size_t most_bytes_;  // of each part
  std::array<Part, kParts> parts_;
};

}  // namespace milepost::web
