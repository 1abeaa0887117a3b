// What a pack tells people to do about a condition: its `do`. Which proposal, stage and
// release it concerns comes with the move.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/place.h"

namespace milepost {

enum class RemedyKind : std::uint8_t {
  kApprove,          // with a role
  kOptIn,            // to the release
  kPromote,          // to a status or stage
  kLinkPullRequest,  // of a kind
  kTick,             // an item of the tracking issue
  kLabel,            // of the tracking issue
};

struct RemedyForm {
  RemedyKind is = RemedyKind::kOptIn;
  std::string argument;  // the role, where to, the kind, the item or the label
  Place place;
};

std::optional<RemedyKind> parse_remedy_kind(std::string_view name);
std::string_view name(RemedyKind kind);  // "link-pr", as packs have it
const std::vector<std::string>& remedy_kind_names();

// The key of its argument: "to"; "" when it has none.
std::string_view argument_key(RemedyKind kind);

}  // namespace milepost
