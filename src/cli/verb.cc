#include "cli/verb.h"

namespace milepost {

std::string directory_of(const Arguments& arguments) {
  const std::string_view given = arguments.value("--directory");
  return given.empty() ? std::string(".") : std::string(given);
}

}  // namespace milepost
