// What one run of `check` found, ready to be written in any format.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/finding.h"
#include "base/read_error.h"
#include "base/source.h"

namespace milepost::findings {

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

  std::size_t count(Severity severity) const;
};

// By path and place; findings at one place stay in the order their rules gave them.
void sort_by_place(std::vector<Finding>& findings);

}  // namespace milepost::findings
