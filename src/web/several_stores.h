// Where the records of several repositories of one server are kept: each by itself.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace milepost::web {

// The schema of PostgreSQL that is called after a repository, as an address can name it without
// quotes: "ex-kep" has "ex_kep".
std::string schema_of(const std::string& name);

// The store of each repository, by what they are called. One has the store that was given, and so
// have several that keep their records in their own folders. Of a PostgreSQL database each of
// several has a schema, which is made. Fails where a record is there that nobody knows whose it is.
Result<std::vector<std::string>> stores_of(const std::string& store,
                                           const std::vector<std::string>& names);

}  // namespace milepost::web
