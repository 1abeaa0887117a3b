// The use case behind `store move`: what is recorded of a proposal follows it to another
// name, when its files were moved or it got another number.
#pragma once

#include <string>

#include "base/instant.h"
#include "base/result.h"

namespace milepost::record {

struct RecordMoveRequest {
  std::string directory = ".";
  std::string process;
  std::string store;   // where the record is, as --store has it
  std::string from;    // a number or path that is no proposal's any more
  std::string to;      // a proposal
  std::string person;  // who says so, as claimed; "": whom git names
  Instant now;
  bool dry_run = false;
};

struct RecordMoved {
  std::string from, to;  // numbers, or paths from the repository's root
  std::string title, person;
  std::size_t events = 0;
};

// Fails when the old name is still a proposal's, or nothing is recorded of it.
Result<RecordMoved> move_record(const RecordMoveRequest& request);

}  // namespace milepost::record
