// What is new in a repository, to be told to those who listen.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "store/record.h"
#include "web/live.h"
#include "workspace/workspace.h"

namespace milepost::web {

struct News {
  std::set<std::string> proposals = {};  // their keys (proposal_key)
  bool all = false;                      // more than is named
  bool record = false;                   // something was recorded
  std::vector<RecordedMessage> recorded = {};
  bool more = false;  // was recorded than is among them
};

// At most so many events are told at once: who missed more comes back for the rest.
inline constexpr std::size_t kMostRecorded = 1000;

// What was recorded after an event.
void add_recorded(const Record& record, std::uint64_t known, News& news);

// The proposals that a change touches, as they were or as they are.
void add_changed(const Index& before, const Index& after, const RepositoryChange& change,
                 News& news);

Result<Missed> recorded_after(const Record& record, std::uint64_t known);

}  // namespace milepost::web
