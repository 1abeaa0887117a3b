#include "search/search_index.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "search/snippet.h"
#include "store/postgresql_address.h"

namespace milepost::search {

namespace {

// Those that match best are put in order; nobody reads further.
constexpr std::int64_t kMostMatches = 1000;
// tsvector takes a megabyte at most.
constexpr std::size_t kLongestIndexed = 512 * 1024;
// Another number throws away what an earlier program made.
constexpr std::string_view kVersion = "1";

constexpr const char* kParts =
    "CREATE TABLE IF NOT EXISTS mp_search_documents ("
    " key TEXT PRIMARY KEY, version TEXT NOT NULL, title TEXT NOT NULL, headings TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS mp_search_parts ("
    " key TEXT NOT NULL, place INTEGER NOT NULL, heading TEXT NOT NULL, anchor TEXT NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY (key, place));";
constexpr const char* kSqliteWords =
    "CREATE VIRTUAL TABLE IF NOT EXISTS mp_search_words USING fts5("
    " title, headings, body, key UNINDEXED, tokenize = 'unicode61 remove_diacritics 2',"
    " prefix = '2 3');";
constexpr const char* kPostgresqlWords =
    "CREATE TABLE IF NOT EXISTS mp_search_words ("
    " key TEXT PRIMARY KEY, words tsvector NOT NULL);"
    "CREATE INDEX IF NOT EXISTS mp_search_words_index ON mp_search_words"
    " USING gin (words);";

std::string_view within(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  return text.substr(0, text.rfind(' ', most));
}

SearchDocument storable_document(const SearchDocument& document) {
  SearchDocument kept{
      storable(document.key), storable(document.version), storable(document.title), {}};
  for (const SearchPart& part : document.parts) {
    kept.parts.push_back({storable(part.heading), storable(part.anchor), storable(part.text)});
  }
  return kept;
}

Result<std::unique_ptr<Database>> open_file(const std::string& folder) {
  if (folder.empty()) return open_sqlite_in_memory();
  const std::string path = folder + "/search-" + std::string(kVersion) + ".db";
  auto database = open_sqlite(path, true);
  if (database && *database) {
    const auto sound = (*database)->check();
    if (sound && sound->empty()) return database;
  }
  std::error_code ignored;
  if (database) {
    database->reset();
    std::filesystem::remove(path, ignored);
    database = open_sqlite(path, true);
  }
  return database && *database ? std::move(database) : open_sqlite_in_memory();
}

}  // namespace

Result<std::unique_ptr<SearchIndex>> SearchIndex::open(const SearchPlace& place) {
  std::unique_ptr<SearchIndex> index(new SearchIndex);
  if (place.address.empty()) {
    TRY(index->database_, open_file(place.folder));
  } else {
    TRY(const auto address, PostgresqlAddress::parse(place.address));
    TRY(index->database_, open_postgresql(address));
  }
  TRY(index->make_tables());
  return index;
}

Result<void> SearchIndex::make_tables() {
  const bool shared = database_->dialect() == Dialect::kPostgresql;
  TRY(auto transaction, Transaction::begin(*database_, TransactionKind::kWrite));
  TRY(database_->lock_schema());
  TRY(database_->run_script(kParts));
  TRY(database_->run_script(shared ? kPostgresqlWords : kSqliteWords));
  return transaction.commit();
}

Result<std::vector<std::pair<std::string, std::string>>> SearchIndex::versions() const {
  const std::lock_guard lock(using_);
  std::vector<std::pair<std::string, std::string>> found;
  TRY(database_->run("SELECT key, version FROM mp_search_documents ORDER BY key", {},
                     [&](Row row) { found.emplace_back(row[0], row[1]); }));
  return found;
}

Result<void> SearchIndex::forget(const std::string& key) {
  TRY(database_->post("DELETE FROM mp_search_words WHERE key = $1", {std::string_view(key)}));
  TRY(database_->post("DELETE FROM mp_search_parts WHERE key = $1", {std::string_view(key)}));
  return database_->post("DELETE FROM mp_search_documents WHERE key = $1", {std::string_view(key)});
}

Result<void> SearchIndex::add(const SearchDocument& made) {
  const SearchDocument document = storable_document(made);
  std::string headings, body;
  std::int64_t place = 0;
  for (const SearchPart& part : document.parts) {
    // A line each: a heading that has all the terms is found by it.
    if (!part.heading.empty()) headings += part.heading + '\n';
    body += normalised(part.text) + ' ';
    TRY(
        database_->post("INSERT INTO mp_search_parts (key, place, heading, anchor, text)"
                        " VALUES ($1, $2, $3, $4, $5)",
                        {std::string_view(document.key), place++, std::string_view(part.heading),
                         std::string_view(part.anchor), std::string_view(part.text)}));
  }
  const std::string title = normalised(document.title);
  const std::string words = normalised(headings);
  const std::string_view indexed = within(body, kLongestIndexed);
  TRY(
      database_->post("INSERT INTO mp_search_documents (key, version, title, headings)"
                      " VALUES ($1, $2, $3, $4)",
                      {std::string_view(document.key), std::string_view(document.version),
                       std::string_view(document.title), std::string_view(headings)}));
  if (database_->dialect() == Dialect::kSqlite) {
    return database_->post(
        "INSERT INTO mp_search_words (key, title, headings, body) VALUES ($1, $2, $3, $4)",
        {std::string_view(document.key), std::string_view(title), std::string_view(words),
         indexed});
  }
  return database_->post(
      "INSERT INTO mp_search_words (key, words) VALUES ($1,"
      " setweight(to_tsvector('simple', $2::text), 'A') ||"
      " setweight(to_tsvector('simple', $3::text), 'B') || to_tsvector('simple', $4::text))",
      {std::string_view(document.key), std::string_view(title), std::string_view(words), indexed});
}

Result<void> SearchIndex::update(const std::vector<SearchDocument>& changed,
                                 const std::vector<std::string>& gone) {
  if (changed.empty() && gone.empty()) return {};
  const std::lock_guard lock(using_);
  TRY(auto transaction, Transaction::begin(*database_, TransactionKind::kWrite));
  // Others may be writing the same: one after the other.
  TRY(database_->lock_schema());
  for (const std::string& key : gone) TRY(forget(key));
  for (const SearchDocument& document : changed) {
    TRY(forget(document.key));
    TRY(add(document));
  }
  return transaction.commit();
}

namespace {

// bm25 is the better the less it is, ts_rank the more.
constexpr std::string_view kFindSqlite =
    "SELECT w.key, d.title, d.headings FROM mp_search_words w"
    " JOIN mp_search_documents d ON d.key = w.key"
    " WHERE mp_search_words MATCH $1"
    " ORDER BY bm25(mp_search_words, 10.0, 4.0, 1.0), w.key LIMIT $2";
constexpr std::string_view kFindPostgresql =
    "SELECT w.key, d.title, d.headings FROM mp_search_words w"
    " JOIN mp_search_documents d ON d.key = w.key, to_tsquery('simple', $1) AS q"
    " WHERE w.words @@ q ORDER BY ts_rank('{0.1, 0.1, 0.4, 1.0}', w.words, q, 1) DESC, w.key"
    " LIMIT $2";

bool one_line_has(std::string_view lines, const std::vector<Term>& terms) {
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (count_terms(line, terms) == terms.size()) return true;
  }
  return false;
}

FoundIn where_found(std::string_view title, std::string_view headings,
                    const std::vector<Term>& terms) {
  if (count_terms(title, terms) == terms.size()) return FoundIn::kTitle;
  return one_line_has(headings, terms) ? FoundIn::kHeading : FoundIn::kText;
}

}  // namespace

// The part that has most of the terms, in its heading before in its text, and its words around
// them.
Result<void> SearchIndex::describe(SearchHit& hit, const std::vector<Term>& terms) const {
  std::size_t best = 0;
  std::string text;
  bool first = true;
  TRY(database_->run(
      "SELECT heading, anchor, text FROM mp_search_parts WHERE key = $1 ORDER BY place",
      {std::string_view(hit.key)}, [&](Row row) {
        const std::size_t in_heading = 3 * count_terms(row[0], terms);
        if (!first && in_heading + 2 * terms.size() <= best) return;  // whatever its text has
        const std::size_t worth = in_heading + 2 * count_terms(row[2], terms);
        if (!first && worth <= best) return;
        first = false;
        best = worth;
        hit.heading = row[0];
        hit.anchor = row[1];
        text = row[2];
      }));
  hit.snippet = make_snippet(text, terms);
  return {};
}

Result<SearchAnswer> SearchIndex::find(const SearchOptions& options) const {
  SearchAnswer answer;
  if (options.terms.empty()) return answer;
  const std::lock_guard lock(using_);
  const bool shared = database_->dialect() == Dialect::kPostgresql;
  const std::string query = shared ? tsquery(options.terms) : fts5_query(options.terms);
  std::vector<SearchHit> found;
  std::int64_t matches = 0;
  TRY(database_->run(
      shared ? kFindPostgresql : kFindSqlite, {std::string_view(query), kMostMatches},
      [&](Row row) {
        ++matches;
        std::string key(row[0]);
        if (options.among != nullptr && !options.among->contains(key)) return;
        found.push_back({std::move(key), where_found(row[1], row[2], options.terms), {}, {}, {}});
      }));
  std::ranges::stable_sort(found, {}, &SearchHit::found_in);
  answer.total = found.size();
  answer.more = matches == kMostMatches;
  for (std::size_t i = options.from; i < found.size() && answer.hits.size() < options.most; ++i) {
    TRY(describe(found[i], options.terms));
    answer.hits.push_back(std::move(found[i]));
  }
  return answer;
}

}  // namespace milepost::search
