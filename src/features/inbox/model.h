// What awaits somebody, for people and programs.
#pragma once

#include <string>
#include <vector>

#include "base/instant.h"
#include "base/read_error.h"
#include "features/inbox/order.h"

namespace milepost::inbox {

struct Inbox {
  Addressee addressee;
  std::string release;  // the only one looked at; "" for whatever awaits
  Instant now;
  bool anywhere_on_earth = false;
  std::vector<ProposalItem> items;  // most urgent first
  std::vector<std::string> notes;
  std::vector<ReadError> read_errors;
};

}  // namespace milepost::inbox
