// The tables of a SearchIndex, in SQLite or PostgreSQL. Each row is somebody's, and whoever asks
// sees their own. Their names begin with mp_, since what begins with milepost_ is the record's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "search/text_words.h"
#include "store/database.h"

namespace milepost::search {

// Makes what is not there, and removes those of earlier programs.
Result<void> make_tables(Database& database);

// Notes that the owner was there, once a day, and removes what nobody was there for in a month.
Result<void> keep_owner(Database& database, std::string_view owner, Instant now);

// Within a transaction that writes: others who write for the owner wait until it ends.
Result<void> lock_owner(Database& database, std::string_view owner);
Result<void> delete_document(Database& database, std::string_view owner, std::string_view key);
Result<void> insert_document(Database& database, std::string_view owner,
                             const SearchDocument& document, const TextWords& words);

// Rows of key and version.
Result<void> read_versions(Database& database, std::string_view owner, const RowReader& read);

// Rows of key and version, and of what TextWords::bytes() made: all that may have the terms, and
// maybe others.
enum class Columns : std::uint8_t { kVersions, kWords };
Result<void> find_candidates(Database& database, std::string_view owner,
                             const std::vector<Term>& terms, Columns columns,
                             const RowReader& read);

// Rows of key, heading, anchor and text.
struct PartName {
  std::string key;
  std::int64_t part = 0;
};
Result<void> read_parts(Database& database, std::string_view owner,
                        const std::vector<PartName>& parts, const RowReader& read);

}  // namespace milepost::search
