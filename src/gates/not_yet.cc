#include "gates/not_yet.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace milepost {

namespace {

// Where the last of the verbs ends that "not" may follow; npos when there is none.
std::size_t end_of_verb(std::string_view text) {
  std::size_t found = text.npos;
  for (const std::string_view verb : {" is ", " are ", " has ", " have "}) {
    const std::size_t at = text.rfind(verb);
    if (at == text.npos) continue;
    const std::size_t end = at + verb.size();
    found = found == text.npos ? end : std::max(found, end);
  }
  return found;
}

}  // namespace

std::string not_yet(std::string_view wanted) {
  for (const std::string_view one : {"a ", "an "}) {
    if (wanted.starts_with(one)) return fmt::format("no {} yet", wanted.substr(one.size()));
  }
  if (wanted.starts_with("everything ")) return fmt::format("not {} yet", wanted);
  const std::size_t end = end_of_verb(wanted);
  const bool denies = wanted.starts_with("nothing ") || wanted.starts_with("no ");
  if (end == wanted.npos || denies) return fmt::format("{}{}", kNotYet, wanted);
  return fmt::format("{}not {} yet", wanted.substr(0, end), wanted.substr(end));
}

}  // namespace milepost
