#include "features/common/query_terms.h"

#include <fmt/format.h>

#include "proposal/query.h"

namespace milepost {

std::string query_term(std::string_view field, std::string_view value) {
  const bool plain =
      value.find_first_of(" ,()\"<>:*=") == value.npos && value.find("..") == value.npos;
  if (plain) return fmt::format("{}:{}", field, value);
  std::string quoted(value);
  std::erase(quoted, '"');
  return fmt::format("{}:\"{}\"", field, quoted);
}

std::string query_term(const Card& card) {
  return query_term(card.number.empty() ? "path" : "number", called(card));
}

std::map<std::string, std::size_t> known_values(const Workspace& workspace,
                                                std::string_view field) {
  std::map<std::string, std::size_t> values;
  const auto found = find_query_field(field, workspace.process());
  if (!found) return values;
  const std::string_view before = found->kind == QueryField::Kind::kPerson ? "@" : "";
  for (const Card& card : workspace.index().cards) {
    for (const std::string& value : values_of(card, *found)) {
      ++values[fmt::format("{}{}", before, value)];
    }
  }
  return values;
}

std::string without_closed(const Process& process) {
  std::string terms;
  for (const Status& status : process.statuses) {
    if (status.closed) terms += " -" + query_term("status", status.id);
  }
  return terms;
}

bool is_query(const Workspace& workspace, std::string_view query) {
  // Somebody, so that @me is understood: nothing is asked.
  return Query::parse(query, workspace.process(), "me").has_value();
}

}  // namespace milepost
