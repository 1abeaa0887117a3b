#include "search/search_index.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "base/parallel.h"
#include "search/search_tables.h"
#include "search/snippet.h"
#include "store/postgresql_address.h"

namespace milepost::search {

namespace {

// Each has its own memory; those who ask are more, but do not ask for long.
constexpr std::size_t kMostConnections = 4;
// Another number throws away what an earlier program made.
constexpr std::string_view kVersion = "2";
constexpr std::string_view kFormerFile = "search-1.db";

SearchDocument storable_document(const SearchDocument& document) {
  SearchDocument kept{
      storable(document.key), storable(document.version), storable(document.title), {}};
  for (const SearchPart& part : document.parts) {
    kept.parts.push_back({storable(part.heading), storable(part.anchor), storable(part.text)});
  }
  return kept;
}

struct Opened {
  std::unique_ptr<Database> database;
  Connections::Open again;  // null: there is no second
};

// What is read again and again is remembered by the index itself.
Result<std::unique_ptr<Database>> open_again(const std::string& path) {
  TRY(auto database, open_sqlite(path, false));
  if (database) TRY(database->run_script("PRAGMA cache_size = -4096"));
  return database;
}

Result<Opened> open_file(const std::string& folder) {
  const auto in_memory = [] {
    return open_sqlite_in_memory().map(
        [](std::unique_ptr<Database> database) { return Opened{std::move(database), nullptr}; });
  };
  if (folder.empty()) return in_memory();
  const std::string path = fmt::format("{}/search-{}.db", folder, kVersion);
  std::error_code ignored;
  std::filesystem::remove(fmt::format("{}/{}", folder, kFormerFile), ignored);
  auto database = open_sqlite(path, true);
  bool sound = false;
  if (database && *database) {
    const auto faults = (*database)->check();
    sound = faults && faults->empty();
  }
  if (database && !sound) {
    database->reset();
    std::filesystem::remove(path, ignored);
    database = open_sqlite(path, true);
  }
  if (!database || !*database) return in_memory();
  return Opened{*std::move(database), [path] { return open_again(path); }};
}

Result<Opened> open_database(const SearchPlace& place) {
  if (place.address.empty()) return open_file(place.folder);
  TRY(const auto address, PostgresqlAddress::parse(place.address));
  TRY(auto database, open_postgresql(address));
  return Opened{std::move(database), [address] { return open_postgresql(address); }};
}

}  // namespace

Result<std::unique_ptr<SearchIndex>> SearchIndex::open(const SearchPlace& place) {
  TRY(auto opened, open_database(place));
  TRY(make_tables(*opened.database));
  std::unique_ptr<SearchIndex> index(new SearchIndex(place));
  const std::size_t most = opened.again ? kMostConnections : 1;
  index->connections_ =
      std::make_unique<Connections>(std::move(opened.database), std::move(opened.again), most);
  return index;
}

Result<void> SearchIndex::keep(Instant now) const {
  TRY(const auto database, connections_->take());
  return keep_owner(*database, place_.owner, now);
}

Result<std::vector<std::pair<std::string, std::string>>> SearchIndex::versions() const {
  TRY(const auto database, connections_->take());
  std::vector<std::pair<std::string, std::string>> found;
  TRY(read_versions(*database, place_.owner, [&](Row row) { found.emplace_back(row[0], row[1]); }));
  return found;
}

Result<void> SearchIndex::update(const std::vector<SearchDocument>& changed,
                                 const std::vector<std::string>& gone, int jobs) {
  if (changed.empty() && gone.empty()) return {};
  std::vector<SearchDocument> documents(changed.size());
  std::vector<std::shared_ptr<const TextWords>> words(changed.size());
  parallel_for(changed.size(), jobs, [&](std::size_t i) {
    documents[i] = storable_document(changed[i]);
    words[i] = std::make_shared<const TextWords>(TextWords::of(documents[i]));
  });
  {
    TRY(const auto database, connections_->take());
    TRY(auto transaction, Transaction::begin(*database, TransactionKind::kWrite));
    // Others may be writing the same: one after the other.
    TRY(lock_owner(*database, place_.owner));
    for (const std::string& key : gone) TRY(delete_document(*database, place_.owner, key));
    for (std::size_t i = 0; i < documents.size(); ++i) {
      TRY(delete_document(*database, place_.owner, documents[i].key));
      TRY(insert_document(*database, place_.owner, documents[i], *words[i]));
    }
    TRY(transaction.commit());
  }
  const std::scoped_lock lock(remembering_);
  all_ = nullptr;
  for (const std::string& key : gone) known_.erase(key);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    known_[documents[i].key] = {documents[i].version, words[i]};
  }
  return {};
}

// Gives them the words that are known; false when some are not.
bool SearchIndex::complete(std::vector<Candidate>& found) const {
  const std::scoped_lock lock(remembering_);
  bool all = true;
  for (Candidate& one : found) {
    const auto known = known_.find(one.key);
    if (known != known_.end() && known->second.version == one.version) {
      one.words = known->second.words;
    }
    all = all && one.words != nullptr;
  }
  return all;
}

Result<SearchIndex::Candidates> SearchIndex::candidates(const std::vector<Term>& terms) const {
  {
    const std::scoped_lock lock(remembering_);
    if (all_) return all_;
  }
  return read_candidates(terms);
}

Result<SearchIndex::Candidates> SearchIndex::read_candidates(const std::vector<Term>& terms) const {
  TRY(const auto database, connections_->take());
  auto found = std::make_shared<std::vector<Candidate>>();
  TRY(find_candidates(*database, place_.owner, terms, Columns::kVersions, [&](Row row) {
    found->push_back({std::string(row[0]), std::string(row[1]), nullptr});
  }));
  if (complete(*found)) return found;
  std::vector<std::pair<std::string, Known>> read;
  TRY(find_candidates(*database, place_.owner, terms, Columns::kWords, [&](Row row) {
    auto words = TextWords::read(row[2]);
    if (!words) return;
    read.emplace_back(
        row[0], Known{std::string(row[1]), std::make_shared<const TextWords>(*std::move(words))});
  }));
  {
    const std::scoped_lock lock(remembering_);
    for (auto& [key, known] : read) known_[key] = std::move(known);
  }
  (void)complete(*found);
  // Somebody may have written another meanwhile.
  std::erase_if(*found, [](const Candidate& one) { return one.words == nullptr; });
  return found;
}

Result<void> SearchIndex::hold_all() {
  TRY(auto all, read_candidates({}));
  const std::scoped_lock lock(remembering_);
  all_ = std::move(all);
  return {};
}

std::shared_ptr<const TitleWords> SearchIndex::titles() const {
  const std::scoped_lock lock(remembering_);
  return titles_;
}

void SearchIndex::set_titles(TitleWords titles) {
  auto made = std::make_shared<const TitleWords>(std::move(titles));
  const std::scoped_lock lock(remembering_);
  titles_ = std::move(made);
}

Result<void> SearchIndex::describe(std::vector<Ranked>& ranked, const std::vector<Term>& terms,
                                   std::vector<SearchHit>& hits) const {
  std::vector<PartName> wanted;
  for (const Ranked& one : ranked) {
    hits.push_back({one.candidate->key, one.standing.found_in, {}, {}, {}});
    wanted.push_back(
        {one.candidate->key, static_cast<std::int64_t>(one.candidate->words->best_part(terms))});
  }
  if (wanted.empty()) return {};
  TRY(const auto database, connections_->take());
  return read_parts(*database, place_.owner, wanted, [&](Row row) {
    const auto hit = std::ranges::find(hits, row[0], &SearchHit::key);
    hit->heading = row[1];
    hit->anchor = row[2];
    hit->snippet = make_snippet(row[3], terms);
  });
}

Result<std::vector<std::string>> SearchIndex::find_keys(const std::vector<Term>& terms) const {
  std::vector<std::string> keys;
  if (terms.empty()) return keys;
  TRY(const auto found, candidates(terms));
  for (const Candidate& one : *found) {
    if (one.words->stand(terms)) keys.push_back(one.key);
  }
  return keys;
}

Result<SearchAnswer> SearchIndex::find(const SearchOptions& options) const {
  SearchAnswer answer;
  if (options.terms.empty()) return answer;
  TRY(const auto found, candidates(options.terms));
  std::vector<Ranked> ranked;
  for (const Candidate& one : *found) {
    if (options.among != nullptr && !options.among->contains(one.key)) continue;
    if (const auto standing = one.words->stand(options.terms)) ranked.push_back({*standing, &one});
  }
  std::ranges::sort(ranked, [](const Ranked& a, const Ranked& b) {
    if (a.standing.rank != b.standing.rank) return a.standing.rank < b.standing.rank;
    if (a.standing.worth != b.standing.worth) return a.standing.worth > b.standing.worth;
    return a.candidate->key < b.candidate->key;
  });
  answer.total = ranked.size();
  ranked.erase(ranked.begin(),
               ranked.begin() + static_cast<std::ptrdiff_t>(std::min(options.from, ranked.size())));
  if (ranked.size() > options.most) ranked.resize(options.most);
  TRY(describe(ranked, options.terms, answer.hits));
  return answer;
}

}  // namespace milepost::search
