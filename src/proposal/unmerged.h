// Of a proposal whose text is not merged: where that is, and whether it could be read.
#pragma once

#include <string>
#include <string_view>

namespace milepost {

struct Unmerged {
  std::string place;         // "owner/repo#12", or the name of a branch; "" when nobody has said
  std::string problem = {};  // why the text there cannot be read; "" when it is
  std::string fetch = {};    // the command that brings it here, where one would
  bool candidate = false;    // no proposal of its number is merged
  friend bool operator==(const Unmerged&, const Unmerged&) = default;
};

// The number of a pull request, from "owner/repo#12"; "" for the name of a branch.
std::string_view pull_number(std::string_view place);

// "#12", or "the branch faster-probes".
std::string short_place(std::string_view place);

// "as in #12, not merged", "its text is in #12, which cannot be read" or "no text yet".
std::string note_of(const Unmerged& unmerged);

}  // namespace milepost
