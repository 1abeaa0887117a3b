// The text of a new proposal: its kind's template, with what is known filled in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/date.h"
#include "base/result.h"
#include "process/process.h"

namespace milepost::create {

// What is known of a proposal before a line of it is written. Texts hold no
// control characters.
struct NewFacts {
  std::string title;
  std::string number;  // "" where the process has none
  std::string group;
  std::string slug;
  std::vector<std::string> authors;   // handles without an @
  std::vector<std::string> criteria;  // ids
  Date today;
  std::string folders = {};  // below the group's, where the path has any: "kubeadm"
  // In the group's place, where it is not named like the group: "provider-x".
  std::string group_folder = {};
  std::string number_in_path = {};  // with as many zeros in front as paths have
};

struct DraftText {
  std::string document;
  std::optional<std::string> metadata;  // when it has a file of its own
};

// Comments and directives stay, the table of contents is made. Fails when the
// template's metadata is no YAML.
Result<DraftText> write_new(const Process& process, const Kind& kind, const NewFacts& facts);

}  // namespace milepost::create
