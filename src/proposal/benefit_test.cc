#include <gtest/gtest.h>

#include "proposal/summary.h"

namespace milepost {
namespace {

TEST(Benefit, IsASentenceThatSaysWhatUsersGet) {
  const struct {
    const char *name, *summary, *want;
  } cases[] = {
      {"the only one", "Jobs that read the same file download it once.",
       "Jobs that read the same file download it once."},
      {"nothing", "", ""},
      {"what follows an opening", "This document proposes to let jobs share a cache.",
       "Let jobs share a cache."},
      {"the goal is to", "The goal of this proposal is to add a cache for all jobs.",
       "Add a cache for all jobs."},
      {"a verb that says it", "This proposal introduces three lanes for jobs.",
       "Introduces three lanes for jobs."},
      {"not how things are",
       "Currently jobs wait in one list. We propose to add three lanes for them.",
       "Add three lanes for them."},
      {"not what is elsewhere",
       "See https://x.example for the lanes of jobs. Jobs have three lanes each.",
       "Jobs have three lanes each."},
      {"not the head of a list",
       "It brings the following things to jobs:\nJobs may have a lane each.",
       "Jobs may have a lane each."},
      {"is, of a thing", "The lane is a list of jobs that run together.",
       "The lane is a list of jobs that run together."},
      {"not what needs the sentence before",
       "Jobs with a lane give their berths back. This allows other jobs to take the berths.",
       "Jobs with a lane give their berths back."},
      {"not what was told", "Jobs wait for long. We propose a solution to this issue.", ""},
      {"not what is wrong", "The scheduler is vulnerable to long lists of jobs.", ""},
      {"a trouble that goes away", "Remove the issue of jobs that wait for ever.",
       "Remove the issue of jobs that wait for ever."},
      {"not why", "While lanes are full, jobs have to wait for long. Jobs get three more lanes.",
       "Jobs get three more lanes."},
      {"short forms end nothing", "Lanes (e.g. express) let jobs overtake each other. More later.",
       "Lanes (e.g. express) let jobs overtake each other."},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(benefit_in(c.summary), c.want);
  }
}

TEST(Benefit, FitsOrIsLeftOut) {
  const std::string_view summary =
      "This document proposes to let any number of jobs share one cache of what they read. Jobs "
      "share one big cache.";
  EXPECT_EQ(benefit_in(summary, 30), "Jobs share one big cache.");
  EXPECT_EQ(benefit_in(summary, 10), "") << "it is never cut";
}

}  // namespace
}  // namespace milepost
