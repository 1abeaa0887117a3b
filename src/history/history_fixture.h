// A small process, and histories of its proposals made by hand.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/instant.h"
#include "history/history.h"
#include "process/process_fixture.h"

namespace milepost {

inline std::shared_ptr<const Process> small_process() {
  auto process = load_texts(
      {{"pack/template.md", "# Title\n\n## Summary\n"}, {"pack/process.yaml", R"(schema: 1
name: small
title: A process for tests
layout:
  documents: ["ways/*/README.md"]
  path: "ways/{number}-{slug}/README.md"
  metadata: [{file: way.yaml}]
fields:
  - {id: title, is: title}
  - {id: number, is: number, type: number}
  - {id: group, is: group}
  - {id: status, is: status, type: enum}
  - {id: stage, is: stage, type: enum}
  - {id: latest, is: latest-milestone, type: version}
  - {id: milestone, is: milestones, type: stages}
  - {id: created, is: created, type: date}
reviews:
  - {id: safety, title: safety review, file: "reviews/{number}.yaml", number: number, approver: by}
ladders:
  - {id: growth, stages: [alpha, beta, stable]}
  - {id: removal, stages: [deprecated, removed], counts-as: {deprecated: alpha, removed: stable}}
statuses:
  - {id: draft, moves: [{to: ready}, {to: dropped}]}
  - {id: ready, moves: [{to: done}, {to: shelved}, {to: dropped}]}
  - {id: done, closed: true}
  - {id: shelved, moves: [{to: ready}]}
  - {id: dropped, closed: true, failed: true}
kinds:
  - {id: way, template: template.md}
words: {placeholders: [tbd], unset: [tbd]}
)"}});
  EXPECT_TRUE(process) << process.error().message;
  return *process;
}

// What the metadata of a proposal is from a day on.
struct DatedState {
  std::string day;
  std::string status;
  std::string stage = {};
};

// Lives one after the other. Commits are in no order of days: lives do not care.
class HistoryMaker {
 public:
  Lifespan& live(const std::string& path, const std::vector<DatedState>& states,
                 const Snapshot& more = {}) {
    Lifespan lifespan;
    for (const DatedState& one : states) {
      auto snapshot = std::make_shared<Snapshot>(more);
      snapshot->status = one.status;
      snapshot->stage = one.stage;
      ProposalVersion version;
      version.commit = commit_on(one.day);
      version.path = path;
      version.snapshot = std::move(snapshot);
      lifespan.versions.push_back(std::move(version));
    }
    history.lifespans.push_back(std::move(lifespan));
    return history.lifespans.back();
  }

  std::size_t commit_on(const std::string& day) {
    history.commits.push_back({{}, start_of(*parse_date(day)), "Jane"});
    return history.commits.size() - 1;
  }

  History history;
};

}  // namespace milepost
