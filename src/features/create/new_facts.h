// What a new proposal begins with.
#pragma once

#include <string>
#include <vector>

#include "base/date.h"

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

}  // namespace milepost::create
