#include "workspace/as_of.h"

#include <fmt/format.h>

#include "git/text_refs.h"

namespace milepost {

Instant end_of(const Date& day) { return {start_of(day).seconds + kDay}; }

Result<Oid> commit_before(const Git& git, Instant before) {
  TRY(const std::optional<Oid> head, git.head());
  if (head) {
    TRY(const auto found, last_before(git, *head, before));
    if (found) return *found;
  }
  TRY(const auto shallow, git.shallow());
  const Date day = date_of({before.seconds - 1});
  return failure(fmt::format("there is no commit of {} or before{}", to_string(day),
                             shallow ? "; " + shallow->message() : std::string()));
}

}  // namespace milepost
