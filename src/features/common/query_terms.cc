#include "features/common/query_terms.h"

#include <fmt/format.h>

namespace milepost {

std::string query_term(std::string_view field, std::string_view value) {
  const bool plain =
      value.find_first_of(" ,()\"<>:*=") == value.npos && value.find("..") == value.npos;
  if (plain) return fmt::format("{}:{}", field, value);
  std::string quoted(value);
  std::erase(quoted, '"');
  return fmt::format("{}:\"{}\"", field, quoted);
}

}  // namespace milepost
