#include "search/search_tables.h"

#include <algorithm>

#include <fmt/format.h>

namespace milepost::search {

namespace {

constexpr std::int64_t kForgottenAfter = 30 * kDay;
// More of them narrow what is found no further, and each takes its time.
constexpr std::size_t kMostAsked = 4;

constexpr const char* kSqlite = R"(
CREATE TABLE IF NOT EXISTS mp_search_owners (owner TEXT PRIMARY KEY, seen INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS mp_search_texts (
  id INTEGER PRIMARY KEY, owner TEXT NOT NULL, key TEXT NOT NULL, version TEXT NOT NULL,
  words BLOB NOT NULL, UNIQUE (owner, key));
CREATE TABLE IF NOT EXISTS mp_search_sections (
  owner TEXT NOT NULL, key TEXT NOT NULL, part INTEGER NOT NULL, heading TEXT NOT NULL,
  anchor TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (owner, key, part));
CREATE VIRTUAL TABLE IF NOT EXISTS mp_search_plain USING fts5(
  words, detail = none, columnsize = 0, tokenize = 'ascii', prefix = '3');
)";
constexpr const char* kPostgresql = R"(
DROP TABLE IF EXISTS mp_search_documents, mp_search_parts, mp_search_words;
CREATE TABLE IF NOT EXISTS mp_search_owners (
  owner text COLLATE "C" PRIMARY KEY, seen bigint NOT NULL);
CREATE TABLE IF NOT EXISTS mp_search_texts (
  owner text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, version text NOT NULL,
  words bytea NOT NULL, plain tsvector NOT NULL, PRIMARY KEY (owner, key));
CREATE TABLE IF NOT EXISTS mp_search_sections (
  owner text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, part bigint NOT NULL,
  heading text NOT NULL, anchor text NOT NULL, text text NOT NULL,
  PRIMARY KEY (owner, key, part));
CREATE INDEX IF NOT EXISTS mp_search_texts_plain ON mp_search_texts USING gin (plain);
)";

bool is_shared(const Database& database) { return database.dialect() == Dialect::kPostgresql; }

struct PlainWord {
  std::string_view word;
  bool may_go_on = false;
};

// The longest say most.
std::vector<PlainWord> plain_words(const std::vector<Term>& terms) {
  std::vector<PlainWord> words;
  for (const Term& term : terms) {
    for (std::size_t i = 0; i < term.words.size(); ++i) {
      const bool may_go_on = i + 1 == term.words.size() && !term.whole;
      if (is_plain(term.words[i])) words.push_back({term.words[i], may_go_on});
    }
  }
  std::ranges::stable_sort(words, std::ranges::greater(),
                           [](const PlainWord& word) { return word.word.size(); });
  if (words.size() > kMostAsked) words.resize(kMostAsked);
  return words;
}

// As FTS5 and as tsquery understand it.
std::string query_of(const std::vector<PlainWord>& words, bool shared) {
  std::string query;
  for (const PlainWord& word : words) {
    if (!query.empty()) query += shared ? " & " : " AND ";
    query += fmt::format("{0}{1}{0}", shared ? '\'' : '"', word.word);
    if (word.may_go_on) query += shared ? ":*" : "*";
  }
  return query;
}

}  // namespace

Result<void> make_tables(Database& database) {
  TRY(auto transaction, Transaction::begin(database, TransactionKind::kWrite));
  TRY(database.lock_schema());
  TRY(database.run_script(is_shared(database) ? kPostgresql : kSqlite));
  return transaction.commit();
}

Result<void> keep_owner(Database& database, std::string_view owner, Instant now) {
  bool kept = false;
  TRY(database.run("SELECT owner FROM mp_search_owners WHERE owner = $1 AND seen > $2",
                   {owner, now.seconds - kDay}, [&](Row) { kept = true; }));
  if (kept) return {};
  const std::int64_t since = now.seconds - kForgottenAfter;
  constexpr std::string_view kForgotten =
      " WHERE owner IN (SELECT owner FROM mp_search_owners WHERE seen < $1)";
  TRY(auto transaction, Transaction::begin(database, TransactionKind::kWrite));
  TRY(
      database.run("INSERT INTO mp_search_owners (owner, seen) VALUES ($1, $2)"
                   " ON CONFLICT (owner) DO UPDATE SET seen = excluded.seen",
                   {owner, now.seconds}));
  if (!is_shared(database)) {
    TRY(database.run(fmt::format("DELETE FROM mp_search_plain WHERE rowid IN"
                                 " (SELECT id FROM mp_search_texts{})",
                                 kForgotten),
                     {since}));
  }
  for (const std::string_view table :
       {"mp_search_sections", "mp_search_texts", "mp_search_owners"}) {
    TRY(database.run(fmt::format("DELETE FROM {}{}", table, kForgotten), {since}));
  }
  return transaction.commit();
}

Result<void> lock_owner(Database& database, std::string_view owner) {
  return database.run(
      "INSERT INTO mp_search_owners (owner, seen) VALUES ($1, 0)"
      " ON CONFLICT (owner) DO UPDATE SET seen = mp_search_owners.seen",
      {owner});
}

Result<void> delete_document(Database& database, std::string_view owner, std::string_view key) {
  if (!is_shared(database)) {
    TRY(
        database.post("DELETE FROM mp_search_plain WHERE rowid IN"
                      " (SELECT id FROM mp_search_texts WHERE owner = $1 AND key = $2)",
                      {owner, key}));
  }
  TRY(database.post("DELETE FROM mp_search_sections WHERE owner = $1 AND key = $2", {owner, key}));
  return database.post("DELETE FROM mp_search_texts WHERE owner = $1 AND key = $2", {owner, key});
}

Result<void> insert_document(Database& database, std::string_view owner,
                             const SearchDocument& document, const TextWords& words) {
  std::int64_t part = 0;
  for (const SearchPart& one : document.parts) {
    TRY(
        database.post("INSERT INTO mp_search_sections (owner, key, part, heading, anchor, text)"
                      " VALUES ($1, $2, $3, $4, $5, $6)",
                      {owner, std::string_view(document.key), part++, std::string_view(one.heading),
                       std::string_view(one.anchor), std::string_view(one.text)}));
  }
  const std::string bytes = words.bytes();
  const std::string plain = words.plain_words();
  if (is_shared(database)) {
    return database.post(
        "INSERT INTO mp_search_texts (owner, key, version, words, plain)"
        " VALUES ($1, $2, $3, $4, array_to_tsvector(string_to_array($5, ' ')))",
        {owner, std::string_view(document.key), std::string_view(document.version), Blob{bytes},
         std::string_view(plain)});
  }
  TRY(database.post(
      "INSERT INTO mp_search_texts (owner, key, version, words) VALUES ($1, $2, $3, $4)",
      {owner, std::string_view(document.key), std::string_view(document.version), Blob{bytes}}));
  return database.post(
      "INSERT INTO mp_search_plain (rowid, words)"
      " SELECT id, $1 FROM mp_search_texts WHERE owner = $2 AND key = $3",
      {std::string_view(plain), owner, std::string_view(document.key)});
}

Result<void> read_versions(Database& database, std::string_view owner, const RowReader& read) {
  return database.run("SELECT key, version FROM mp_search_texts WHERE owner = $1 ORDER BY key",
                      {owner}, read);
}

Result<void> find_candidates(Database& database, std::string_view owner,
                             const std::vector<Term>& terms, Columns columns,
                             const RowReader& read) {
  const bool shared = is_shared(database);
  const std::string query = query_of(plain_words(terms), shared);
  const std::string select =
      fmt::format("SELECT key, version{} FROM mp_search_texts WHERE owner = $1",
                  columns == Columns::kWords ? ", words" : "");
  if (query.empty()) return database.run(select, {owner}, read);
  const std::string_view matching =
      shared ? " AND plain @@ $2::tsquery"
             : " AND id IN (SELECT rowid FROM mp_search_plain WHERE mp_search_plain MATCH $2)";
  return database.run(fmt::format("{}{}", select, matching), {owner, std::string_view(query)},
                      read);
}

// Each is looked up by its key: with "(key, part) IN (VALUES …)" SQLite reads all of the owner's.
Result<void> read_parts(Database& database, std::string_view owner,
                        const std::vector<PartName>& parts, const RowReader& read) {
  std::string rows;
  std::vector<Value> values = {owner};
  for (const PartName& part : parts) {
    const std::size_t at = values.size() + 1;
    rows += fmt::format("{}($1, ${}, CAST(${} AS BIGINT))", rows.empty() ? "" : ", ", at, at + 1);
    values.emplace_back(std::string_view(part.key));
    values.emplace_back(part.part);
  }
  return database.run(fmt::format("WITH wanted (owner, key, part) AS (VALUES {})"
                                  " SELECT key, heading, anchor, text FROM wanted"
                                  " JOIN mp_search_sections USING (owner, key, part)",
                                  rows),
                      values, read);
}

}  // namespace milepost::search
