// How texts refer to pull requests: as "owner/repo#12", or by an address that has
// "owner/repo/pull/12" after its host.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace milepost {

// "owner/repo#12", whichever way it is written; nothing when it is no pull request.
std::optional<std::string> read_pull_request(std::string_view text);

struct PullMention {
  std::string reference;  // "owner/repo#12"
  Span span;              // with the brackets, where it is a Markdown link
};

// Those in a part of a text, in order.
std::vector<PullMention> find_pull_requests(std::string_view text, Span part);

}  // namespace milepost
