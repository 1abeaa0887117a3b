// A small process with one proposal, its issue, review, releases and gates, for tests of
// drift. There as long as a test runs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/tree_fixture.h"
#include "features/drift/drift.h"
#include "features/drift/steps_text.h"
#include "process/process_fixture.h"
#include "proposal/judgement.h"
#include "proposal/links.h"
#include "proposal/proposal.h"
#include "rules/engine.h"

namespace milepost::drift {

constexpr std::string_view kDriftPack = R"pack(schema: 1
name: test
layout:
  documents: ["plans/*.md"]
  path: "plans/{number}-{slug}.md"
  metadata: [{front-matter: true}]
fields:
  - {id: title, is: title}
  - {id: number, is: number, type: number}
  - {id: group, is: group, type: group}
  - {id: status, is: status, type: enum}
  - {id: stage, is: stage, type: enum}
  - {id: latest, is: latest-milestone, type: version}
  - {id: milestone, is: milestones, type: stages}
  - id: gates
    is: feature-gates
    type: records
    fields: [{id: name}, {id: parts, type: texts}]
rosters:
  - {id: safety, names: [sam, sue]}
reviews:
  - {id: safety, title: safety review, file: "reviews/{number}.yaml", approver: by, roster: safety, needed: {in: [accepted]}}
roles:
  - {id: safety, title: a safety reviewer, roster: safety}
ladders:
  - {id: growth, stages: [alpha, beta, stable], in-code: {stable: [GA]}, on-by-default: {alpha: false, stable: true}}
  - {id: removal, stages: [deprecated, removed], counts-as: {deprecated: alpha, removed: stable}}
statuses:
  - {id: draft, due: exists, moves: [accepted]}
  - {id: accepted, moves: [done, {to: parked, reason: true}]}
  - {id: parked, due: exists, moves: [accepted]}
  - {id: done, closed: true}
  - {id: dropped, closed: true, failed: true}
  - {id: replaced, closed: true, successor: true}
kinds:
  - {id: plan, template: t.md}
gates:
  - {id: exists, status: draft, sections: [Summary]}
calendar:
  file: releases.yaml
  dates:
    - {id: start}
    - {id: freeze, title: freeze, deadline: true}
    - {id: release, title: release}
tracking:
  template: issue.md
  links: [design]
  fields:
    - {is: proposal, label: Plan, links: design}
    - {is: discussion, label: Talk}
    - {is: groups, label: Groups}
    - {is: target, label: Alpha in, stage: alpha, optional: true}
    - {is: target, label: Beta in, stage: beta, optional: true}
  status:
    label: STATE
    values:
      - {id: EARLY, moves: [HALF, HELD], stages: alpha, in: [draft, accepted]}
      - {id: HALF, moves: [WHOLE, HELD], stages: beta, in: accepted}
      - {id: WHOLE, stages: stable}
      - {id: HELD, moves: EARLY, in: parked}
  labels:
    - {id: is-alpha, stages: alpha}
    - {id: is-beta, stages: beta}
    - {id: is-parked, in: parked}
    - {id: plain}
  lists:
    - {id: ready, sections: [Ready], items: [{key: told, text: Told}]}
words: {unset: [tbd]}
)pack";

constexpr std::string_view kDriftIssue =
    "# About\n\n"
    "- Plan: https://example.org/plans/7-faster.md\n"
    "- Talk: here\n"
    "- Groups: build\n"
    "- Alpha in: 1.2\n"
    "- Beta in: 1.4\n\n"
    "STATE: EARLY\n\n"
    "## Ready\n\n- [x] Told\n";

class DriftFixture : public TreeFixture {
 protected:
  void SetUp() override {
    auto loaded = load_texts({{"pack/process.yaml", std::string(kDriftPack)},
                              {"pack/t.md", "# T\n\n## Summary\n"},
                              {"pack/issue.md", std::string(kDriftIssue)}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    process_ = *loaded;
    say("status: accepted\nstage: alpha\n");
  }

  // The metadata of the proposal, besides number, title and group.
  void say(const std::string& fields) const { propose("7-faster", "Faster", fields); }
  void propose(const std::string& name, const std::string& title, const std::string& fields) const {
    write(fmt::format("plans/{}.md", name),
          fmt::format(
              "---\nnumber: {}\ntitle: {}\ngroup: build\n{}---\n# {}\n\n## Summary\n\nIt is.\n",
              name.substr(0, name.find('-')), title, fields, title));
  }

  void happen(std::string kind, EventFields fields, std::string by = "sam") {
    Event event;
    event.kind = std::move(kind);
    event.by = std::move(by);
    event.time = *parse_instant("2026-01-30T00:00:00Z");
    event.fields = std::move(fields);
    apply(state_, event);
  }

  void read_calendar(const std::string& lines) {
    const auto source = make_source("schema: 1\nreleases:\n" + lines, "releases.yaml");
    auto read = parse_releases(*process_, *source);
    ASSERT_TRUE(read) << read.error().message;
    releases_ = *read;
  }

  using Compare = std::function<std::vector<Drift>(const DriftInput&, const std::vector<Finding>&)>;

  // Everything of the proposal read anew, and compared.
  std::vector<Drift> with_input(const Compare& compare) {
    const Repository repository{at(""), process_, {}, {}, {}, disk_tree(at(""))};
    facts_ = gather_facts(repository, {2026, 1, 30}, 1);
    const Card& card = facts_->index().cards.at(facts_->index().by_path.at("plans/7-faster.md"));
    const auto source = make_source(read("plans/7-faster.md"), "plans/7-faster.md");
    const Proposal proposal = read_proposal(*process_, source, nullptr);
    const Judge judge(*process_);
    const Judgement judgement = judge.judge(proposal, {});
    const Links links(*process_, proposal.document, "plans/7-faster.md");
    const auto rules = RuleEngine::make(*process_, {}, {});
    const auto findings = rules->check({*process_, proposal, judgement, card, *facts_, links});
    return compare({*process_, repository, card, *facts_, releases_, state_,
                    std::string(judgement.stage), *parse_instant(now_)},
                   findings);
  }

  // "kind | says @ place | says @ place | remedy | remedy", a line for each.
  static std::vector<std::string> shown(const std::vector<Drift>& drifts) {
    std::vector<std::string> lines;
    for (const Drift& drift : drifts) {
      std::string line(name(drift.kind));
      for (const DriftSide* side : {&drift.one, &drift.two}) {
        line += fmt::format(" | {} @ {}", side->says, side->spot.path);
        if (side->spot.line > 0) {
          line += fmt::format(":{}:{}", side->spot.line, side->spot.column);
        }
      }
      for (const Steps& steps : drift.remedies) {
        line += fmt::format(" | {}{}", steps.front().is_command() ? "$ " : "", steps_text(steps));
      }
      lines.push_back(line);
    }
    return lines;
  }

  std::shared_ptr<const Process> process_;
  std::unique_ptr<Facts> facts_;
  Releases releases_;
  ProposalState state_;
  std::string now_ = "2026-01-30T00:00:00Z";
};

using Lines = std::vector<std::string>;

}  // namespace milepost::drift
