// What the verbs share that look at the record.
#pragma once

#include <string>

#include "cli/options.h"

namespace milepost {

inline constexpr Option kStoreOption{
    "--store", "", "ADDRESS",
    "the record in PostgreSQL, postgresql://HOST/DATABASE, instead of the one kept here "
    "(MILEPOST_STORE)"};

// --store, else MILEPOST_STORE, else "". A password is better in the variable: others
// see the words of a command.
std::string store_of(const Arguments& arguments);

}  // namespace milepost
