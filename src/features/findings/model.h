// What one run of `check` found, ready to be written in any format.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/read_error.h"
#include "base/source.h"

namespace milepost::findings {

// How many findings of one rule in one file are counted and not listed.
struct Unlisted {
  std::string path;
  std::string_view code;  // static
  Severity severity = Severity::kInfo;
  std::size_t count = 0;
};

struct Run {
  std::vector<Finding> findings;  // by path, then by place, then by code
  std::vector<ReadError> read_errors;
  std::vector<std::shared_ptr<const Source>> sources;  // keep the findings' views alive
  // What was assumed: "process kep, recognised by keps/*/*/kep.yaml".
  std::vector<std::string> notes;
  std::size_t proposals = 0;
  std::size_t files = 0;
  std::string nothing = {};              // when nothing was looked at: why, "" when it is not known
  std::vector<std::string> unread = {};  // what looks like a proposal and is read as none
  std::size_t baselined = 0;             // findings left out because the baseline has them
  std::vector<Unlisted> unlisted = {};   // by path, code and severity

  // Listed or not.
  std::size_t count(Severity severity) const;
};

// The findings of one rule in one file that a report lists. Nobody reads more of them, and a
// document can be made to have a hundred thousand.
inline constexpr std::size_t kMostListed = 200;

// Leaves the first kMostListed of each rule in each file. The last of them says how many more there
// are, and `hint` where to see them.
void shorten(Run& run, std::string_view hint);

// By path and place; findings at one place stay in the order their rules gave them.
void sort_by_place(std::vector<Finding>& findings);

}  // namespace milepost::findings
