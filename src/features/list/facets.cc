#include "features/list/facets.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/query_terms.h"

namespace milepost::list {

std::vector<std::string> terms_of(std::string_view query) {
  std::vector<std::string> terms;
  std::string term;
  bool quoted = false;
  int depth = 0;
  for (const char c : query) {
    const bool apart = (c == ' ' || c == '\t' || c == '\n') && !quoted && depth <= 0;
    if (apart) {
      if (!term.empty()) terms.push_back(std::move(term));
      term.clear();
      continue;
    }
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '(') ++depth;
    if (!quoted && c == ')') --depth;
    term.push_back(c);
  }
  if (!term.empty()) terms.push_back(std::move(term));
  return terms;
}

std::string value_in(std::string_view term, std::string_view field) {
  const std::size_t colon = term.find(':');
  if (colon == term.npos || !equal_ignoring_case(term.substr(0, colon), field)) return {};
  std::string_view value = term.substr(colon + 1);
  const bool quoted = value.size() > 1 && value.front() == '"' && value.back() == '"';
  if (quoted) return std::string(value.substr(1, value.size() - 2));
  const bool several = value.find_first_of(",*<>=") != value.npos || value.find("..") != value.npos;
  return several ? std::string() : std::string(value);
}

std::string without_field(std::string_view query, std::string_view field) {
  std::vector<std::string> terms = terms_of(query);
  // Beside OR a term is half of something.
  if (std::ranges::find(terms, "OR") != terms.end()) return std::string(query);
  std::erase_if(terms, [&](const std::string& term) { return !value_in(term, field).empty(); });
  return fmt::format("{}", fmt::join(terms, " "));
}

std::string with_value(std::string_view query, std::string_view field, std::string_view value) {
  std::string rest = without_field(query, field);
  const std::vector<std::string> terms = terms_of(rest);
  if (std::ranges::find(terms, "OR") != terms.end()) rest = "(" + rest + ")";
  const std::string term = query_term(field, value);
  return rest.empty() ? term : rest + " " + term;
}

Facet make_facet(const QueryField& field, std::string title, std::string_view query,
                 const FindCards& find) {
  Facet facet{field.name, std::move(title), {}};
  const std::string rest = without_field(query, field.name);
  std::map<std::string, std::size_t> counts;
  for (const Card* const card : find(rest)) {
    for (const std::string& value : values_of(*card, field)) ++counts[value];
  }
  std::vector<std::string> chosen;
  for (const std::string& term : terms_of(query)) {
    if (std::string value = value_in(term, field.name); !value.empty()) {
      counts.try_emplace(value, 0);
      chosen.push_back(std::move(value));
    }
  }
  for (const auto& [value, count] : counts) {
    const bool here = std::ranges::find(chosen, value) != chosen.end();
    facet.values.push_back(
        {value, count, here, here ? rest : with_value(query, field.name, value)});
  }
  std::ranges::stable_sort(
      facet.values, [](const FacetValue& a, const FacetValue& b) { return a.count > b.count; });
  return facet;
}

}  // namespace milepost::list
