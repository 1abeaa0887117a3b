// Answers to what was asked with an Idempotency-Key, kept for a day: whoever did not hear the
// answer may ask again without doing it again. Threads may share one. Kept in memory: a client
// asks the same server again, else If-Match keeps it from doing things twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>
#include <variant>

#include "base/instant.h"
#include "http/message.h"

namespace milepost::web {

class KeptAnswers {
 public:
  KeptAnswers(std::size_t most, std::size_t most_bytes) : most_(most), most_bytes_(most_bytes) {}

  struct Fresh {};      // nobody asked with this key: answer, then keep() or forget()
  struct Working {};    // the first who asked is not answered yet
  struct Different {};  // the key was used for something else
  using Answer = std::variant<Fresh, Working, Different, http::Response>;

  // `key` is the client's with the account's name; `asked` is all that was asked, as a digest.
  Answer begin(const std::string& key, const std::string& asked, Instant now);
  void keep(const std::string& key, const http::Response& response);
  void forget(const std::string& key);  // may be asked again: it failed

 private:
  struct Entry {
    std::string key, asked;
    Instant since;
    bool answered = false;
    http::Response response = {};
    std::size_t bytes() const;
  };
  using Entries = std::list<Entry>;
  void erase(Entries::iterator entry);
  void make_room(Instant now);

  const std::size_t most_;
  const std::size_t most_bytes_;
  std::mutex mutex_;
  Entries entries_;  // the oldest first
  std::unordered_map<std::string, Entries::iterator> by_key_;
  std::size_t bytes_ = 0;
};

}  // namespace milepost::web
