#include "workspace/as_of.h"

#include <fmt/format.h>

namespace milepost {

Instant end_of(const Date& day) { return {start_of(day).seconds + kDay}; }

Result<Oid> commit_before(const Git& git, Instant before) {
  TRY(std::optional<Oid> next, git.head());
  while (next) {
    TRY(const auto commit, git.commit(*next));
    if (commit.time < before) return *next;
    next = commit.parents.empty() ? std::optional<Oid>() : commit.parents.front();
  }
  TRY(const auto shallow, git.shallow());
  const Date day = date_of({before.seconds - 1});
  return failure(fmt::format("there is no commit of {} or before{}", to_string(day),
                             shallow ? "; " + shallow->message() : std::string()));
}

}  // namespace milepost
