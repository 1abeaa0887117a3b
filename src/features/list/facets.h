// The query as what a page of proposals is: its terms, and the values of a field that would narrow
// it, each with the query it leads to and how many proposals that finds. Pure, but for who finds.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "proposal/card.h"
#include "proposal/query.h"

namespace milepost::list {

// The terms that stand side by side in a query; one in quotes or parentheses is one.
std::vector<std::string> terms_of(std::string_view query);

// The value of a term such as `stage:beta`; "" when it is none of this field, or asks for more
// than one value.
std::string value_in(std::string_view term, std::string_view field);

// The query without its terms of a field that have one value.
std::string without_field(std::string_view query, std::string_view field);
// With one value in place of those.
std::string with_value(std::string_view query, std::string_view field, std::string_view value);

struct FacetValue {
  std::string value;
  std::size_t count = 0;
  bool chosen = false;
  std::string query;       // with it, or without when it is chosen
  std::string label = {};  // what people call it; "": as the value is written
  bool asks = true;        // whether the query can be asked: files may have what no process has
};

struct Facet {
  std::string field, title;
  std::vector<FacetValue> values;  // those of most proposals first
};

// What is found by the query without the field's own terms.
using FindCards = std::function<std::vector<const Card*>(const std::string& query)>;

Facet make_facet(const QueryField& field, std::string title, std::string_view query,
                 const FindCards& find);

}  // namespace milepost::list
