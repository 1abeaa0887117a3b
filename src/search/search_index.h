// A SearchIndex finds words in the texts of a repository, with SQLite (FTS5) or with PostgreSQL; to
// whoever asks they are the same.
//
// The database keeps the texts and says which of them may have the words; their words in order
// (TextWords), held in memory once they were asked for, say which do and how well. Who is asked
// often holds all of them, and asks the database for snippets alone. The index is made of the texts
// alone and may be thrown away at any time. Threads may share one, and do not wait for each other's
// questions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "search/connections.h"
#include "search/text_words.h"
#include "search/title_words.h"
#include "search/words.h"

namespace milepost::search {

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
};

struct SearchPlace {
  std::string folder;   // that keeps the file; "": it is kept in memory
  std::string address;  // of a PostgreSQL database instead; "" for none
  // Whose texts they are: what is in one database is seen by its owner alone.
  std::string owner;
};

class SearchIndex {
 public:
  // A file that cannot be opened, or is damaged, is made anew, or else kept in memory.
  static Result<std::unique_ptr<SearchIndex>> open(const SearchPlace& place);

  // Says that the owner is still there; texts of owners not heard of for a month are thrown away.
  Result<void> keep(Instant now) const;

  // The versions it has, by key.
  Result<std::vector<std::pair<std::string, std::string>>> versions() const;
  // Puts these documents in the place of what it has by their keys, and forgets others.
  Result<void> update(const std::vector<SearchDocument>& changed,
                      const std::vector<std::string>& gone, int jobs = 1);

  // Reads the words of all that it has, which are looked through from then on, up to the next
  // update().
  Result<void> hold_all();

  Result<SearchAnswer> find(const SearchOptions& options) const;

  // The keys of all that have the terms.
  Result<std::vector<std::string>> find_keys(const std::vector<Term>& terms) const;

  // What slips are corrected by.
  std::shared_ptr<const TitleWords> titles() const;
  void set_titles(TitleWords titles);

  // Which state of the texts it was last brought up to date with, as whoever does that counts them.
  std::uint64_t generation() const { return generation_; }
  void set_generation(std::uint64_t generation) { generation_ = generation; }

 private:
  struct Candidate {
    std::string key, version;
    std::shared_ptr<const TextWords> words;
  };
  struct Ranked {
    Standing standing;
    const Candidate* candidate = nullptr;
  };

  explicit SearchIndex(SearchPlace place) : place_(std::move(place)) {}

  using Candidates = std::shared_ptr<const std::vector<Candidate>>;

  Result<Candidates> candidates(const std::vector<Term>& terms) const;
  Result<Candidates> read_candidates(const std::vector<Term>& terms) const;
  bool complete(std::vector<Candidate>& found) const;
  Result<void> describe(std::vector<Ranked>& ranked, const std::vector<Term>& terms,
                        std::vector<SearchHit>& hits) const;

  struct Known {
    std::string version;
    std::shared_ptr<const TextWords> words;
  };

  const SearchPlace place_;
  std::atomic<std::uint64_t> generation_ = 0;
  std::unique_ptr<Connections> connections_;
  mutable std::mutex remembering_;  // of what follows, never held while the database is asked
  mutable std::unordered_map<std::string, Known> known_;  // by key
  Candidates all_;                                        // null: they are not held
  std::shared_ptr<const TitleWords> titles_ = std::make_shared<const TitleWords>();
};

}  // namespace milepost::search
