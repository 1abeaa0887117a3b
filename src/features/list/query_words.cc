#include "features/list/query_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/common/queries.h"
#include "features/list/record_terms.h"

namespace milepost::list {

std::string query_of(const std::vector<std::string>& words) {
  std::string query;
  for (const std::string& word : words) {
    if (!query.empty()) query += ' ';
    const auto [field, value] = cut(word, ':');
    const bool is_text = field == "text" || field == "-text" || field == "title";
    const bool bare = value.find(' ') != value.npos && value.find_first_of("\":()") == value.npos;
    query += is_text && bare ? fmt::format("{}:\"{}\"", field, value) : word;
  }
  return query;
}

std::vector<std::string> fault_lines(const ListFailure& failure) {
  if (!failure.fault) return {};
  const QueryFault& fault = *failure.fault;
  const std::string_view text = failure.text;
  const std::uint32_t indent = utf8::width(printable(text.substr(0, fault.span.begin)));
  const std::uint32_t carets = utf8::width(printable(fault.span.of(text)));
  return {printable(text), std::string(indent, ' ') + std::string(std::max(carets, 1U), '^') + " " +
                               printable(fault.hint)};
}

}  // namespace milepost::list

namespace milepost {

FindMatching find_by_query(std::string me) {
  return [me = std::move(me)](const Workspace& workspace, const std::vector<std::string>& words,
                              std::vector<std::string>& notes) -> Result<std::vector<const Card*>> {
    const auto query = list::parse_query(workspace, list::query_of(words), me);
    if (!query) {
      std::string message = query.error().message;
      for (const std::string& line : list::fault_lines(query.error())) message += "\n" + line;
      return failure(std::move(message));
    }
    return list::find_matching(workspace, workspace, *query, std::nullopt, notes);
  };
}

}  // namespace milepost
