#include "features/log/undone.h"

#include <gtest/gtest.h>

namespace milepost::log {
namespace {

class UndoneEvents : public testing::Test {
 protected:
  LogEntry& happen(std::string kind, std::vector<std::pair<std::string, std::string>> fields,
                   std::string proposal = "140") {
    LogEntry& entry = entries_.emplace_back();
    entry.reference = std::to_string(entries_.size());
    entry.by = "lead";
    entry.time = Instant{static_cast<std::int64_t>(entries_.size())};
    entry.kind = std::move(kind);
    entry.fields = std::move(fields);
    entry.proposal.number = std::move(proposal);
    return entry;
  }

  // The events that are marked, and by which: "2 by 3".
  std::vector<std::string> marked() {
    mark_undone(entries_);
    std::vector<std::string> found;
    for (const LogEntry& entry : entries_) {
      if (entry.undone) found.push_back(entry.reference + " by " + entry.undone->reference);
    }
    return found;
  }

  std::vector<LogEntry> entries_;
};

using Marks = std::vector<std::string>;

TEST_F(UndoneEvents, WhatIsRestored) {
  happen("removed", {{"release", "v1.38"}});
  happen("restored", {{"release", "v1.38"}});
  happen("deferred", {{"release", "v1.38"}, {"to", "v1.39"}});
  happen("restored", {{"release", "v1.38"}});
  EXPECT_EQ(marked(), (Marks{"1 by 2", "3 by 4"}));
}

TEST_F(UndoneEvents, OnlyOfTheSameReleaseFreezeAndProposal) {
  happen("removed", {{"release", "v1.37"}});
  happen("removed", {{"release", "v1.38"}}, "131");
  happen("restored", {{"release", "v1.38"}});
  happen("met", {{"release", "v1.38"}, {"freeze", "prr"}});
  happen("unmet", {{"release", "v1.38"}, {"freeze", "code"}});
  EXPECT_EQ(marked(), Marks{});
  happen("unmet", {{"release", "v1.38"}, {"freeze", "prr"}});
  EXPECT_EQ(marked(), Marks{"4 by 6"});
}

TEST_F(UndoneEvents, ApprovalsOfItemsAndStatuses) {
  happen("agreed", {{"list", "tracker"}, {"item", "design"}});
  happen("disagreed", {{"list", "tracker"}, {"item", "docs"}});
  happen("disagreed", {{"list", "tracker"}, {"item", "design"}});
  happen("tracker-status", {{"to", "DONE"}});
  happen("tracker-status", {{"to", "IN_DEVELOPMENT"}});
  happen("tracker-status", {{"to", "IN_DEVELOPMENT"}, {"corrects", "DONE"}});
  EXPECT_EQ(marked(), (Marks{"1 by 3", "4 by 6"}));
}

TEST_F(UndoneEvents, CommitsAreNot) {
  happen("removed", {{"release", "v1.38"}}).source = EntrySource::kGit;
  happen("restored", {{"release", "v1.38"}});
  EXPECT_EQ(marked(), Marks{});
}

}  // namespace
}  // namespace milepost::log
