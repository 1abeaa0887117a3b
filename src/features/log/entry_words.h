// What an entry of a log says happened, as whoever did it would say it: "approved it for beta
// as an approver". The terminal, the page of the log, a proposal's timeline and the first page have
// the same words from here.
#pragma once

#include <string>
#include <string_view>

#include "features/log/model.h"

namespace milepost::log {

struct EntryWords {
  std::string what;     // "wrote the tracking issue"
  std::string details;  // "title Priority Lanes, contact @jtakeda"; "" when `what` says it all
};

// The release that is understood is left out. Of a kind that is not known here, its name and what
// it has.
EntryWords words_of(const LogEntry& entry, std::string_view understood = {});
// "wrote the tracking issue: title Priority Lanes"
std::string sentence_of(const LogEntry& entry, std::string_view understood = {});

}  // namespace milepost::log
