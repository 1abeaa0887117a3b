// Terms of queries, written by us: for links that lead to what is counted, and for what is offered
// to whoever writes one.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "workspace/workspace.h"

namespace milepost {

// "group:sig-node"; a value that queries would read otherwise is quoted.
std::string query_term(std::string_view field, std::string_view value);

// The proposal itself: its number, or its path where it has none.
std::string query_term(const Card& card);

// The values that proposals have in a field, as queries write them (people with an @), each with
// how many have it. None when there is no such field.
std::map<std::string, std::size_t> known_values(const Workspace& workspace, std::string_view field);

// What leaves out closed proposals: " -status:implemented -status:rejected".
std::string without_closed(const Process& process);

// Whether queries are read so: values that files have may be none of the process, such as a stage
// that it has not.
bool is_query(const Workspace& workspace, std::string_view query);

}  // namespace milepost
