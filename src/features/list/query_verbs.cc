#include "features/list/query_verbs.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"

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

UsageError usage_error_of(const ListFailure& failure) {
  UsageError usage_error{failure.message, {}};
  if (!failure.fault) return usage_error;
  const QueryFault& fault = *failure.fault;
  const std::string_view text = failure.text;
  const std::uint32_t indent = utf8::width(printable(text.substr(0, fault.span.begin)));
  const std::uint32_t carets = utf8::width(printable(fault.span.of(text)));
  usage_error.help.push_back(printable(text));
  usage_error.help.push_back(std::string(indent, ' ') + std::string(std::max(carets, 1U), '^') +
                             " " + printable(fault.hint));
  return usage_error;
}

}  // namespace milepost::list
