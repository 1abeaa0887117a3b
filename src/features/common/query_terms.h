// Terms of queries, written by us: for links that lead to what is counted.
#pragma once

#include <string>
#include <string_view>

namespace milepost {

// "group:sig-node"; a value that queries would read otherwise is quoted.
std::string query_term(std::string_view field, std::string_view value);

}  // namespace milepost
