// A SearchIndex finds words in the texts of a repository, in SQLite (FTS5) or in PostgreSQL; to
// whoever asks they are the same.
//
// It is made of the texts alone and may be thrown away at any time. Threads may share one.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "search/words.h"
#include "store/database.h"

namespace milepost::search {

// A heading and the text below it, up to the next.
struct SearchPart {
  std::string heading;  // "" for what stands before the first
  std::string anchor;   // that leads to it; "" for none
  std::string text;     // plain, for people to read
};

struct SearchDocument {
  std::string key;      // what the proposal is known by
  std::string version;  // another when anything of it is
  std::string title;
  std::vector<SearchPart> parts;
};

// Which words of a document hold all that is looked for: the first of these comes first.
enum class FoundIn : std::uint8_t { kTitle, kHeading, kText };

// A piece of a snippet; what was looked for is marked.
struct SnippetPiece {
  std::string text;
  bool marked = false;
};

struct SearchHit {
  std::string key;
  FoundIn found_in = FoundIn::kText;
  std::string heading, anchor;  // of the part that says most of it; "" for the title
  std::vector<SnippetPiece> snippet;
};

struct SearchOptions {
  std::vector<Term> terms;
  std::size_t from = 0;  // so many are passed over
  std::size_t most = 20;
  // The keys among which to look; null: all.
  const std::unordered_set<std::string>* among = nullptr;
};

struct SearchAnswer {
  std::vector<SearchHit> hits;  // best first
  std::size_t total = 0;
  bool more = false;  // there may be more than are counted
};

struct SearchPlace {
  std::string folder;   // that keeps the file; "": it is kept in memory
  std::string address;  // of a PostgreSQL database instead; "" for none
};

class SearchIndex {
 public:
  // A file that cannot be opened, or is damaged, is made anew, or else kept in memory.
  static Result<std::unique_ptr<SearchIndex>> open(const SearchPlace& place);

  // The versions it has, by key.
  Result<std::vector<std::pair<std::string, std::string>>> versions() const;
  // Puts these documents in the place of what it has by their keys, and forgets others.
  Result<void> update(const std::vector<SearchDocument>& changed,
                      const std::vector<std::string>& gone);

  Result<SearchAnswer> find(const SearchOptions& options) const;

  // Which state of the texts it was last brought up to date with, as whoever does that counts them.
  std::uint64_t generation() const { return generation_; }
  void set_generation(std::uint64_t generation) { generation_ = generation; }

 private:
  SearchIndex() = default;

  Result<void> make_tables();
  Result<void> forget(const std::string& key);
  Result<void> add(const SearchDocument& document);
  Result<void> describe(SearchHit& hit, const std::vector<Term>& terms) const;

  std::atomic<std::uint64_t> generation_ = 0;
  std::unique_ptr<Database> database_;
  mutable std::mutex using_;
};

}  // namespace milepost::search
