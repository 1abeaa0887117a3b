// A small process with one proposal, for tests of gates: the condition under test
// is put into a gate that leads everywhere. There as long as a test runs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/tree_fixture.h"
#include "gates/gate.h"
#include "process/process_fixture.h"
#include "proposal/facts.h"
#include "proposal/judgement.h"
#include "proposal/links.h"
#include "proposal/proposal.h"

namespace milepost {

constexpr std::string_view kGatePack = R"pack(schema: 1
name: test
layout:
  documents: ["plans/*/*.md", "docs/*.md"]
  path: "plans/{group}/{number}-{slug}.md"
  metadata: [{front-matter: true}]
  final: {path: "docs/{slug}.md", stage: stable}
fields:
  - {id: title, is: title, needed: always}
  - {id: number, is: number, type: number}
  - {id: group, is: group, type: group}
  - {id: authors, is: authors, type: people, placeholders: ["@me"]}
  - {id: approvers, is: approvers, type: people}
  - {id: status, is: status, type: enum}
  - {id: stage, is: stage, type: enum}
  - {id: kind, is: kind, type: enum}
  - {id: metrics, type: texts, needed: {from: beta}}
  - {id: latest, is: latest-milestone, type: version}
  - {id: milestone, is: milestones, type: stages}
  - {id: superseded-by, is: superseded-by, type: links}
  - {id: criteria, is: criteria, type: texts}
  - {id: template, is: template-version}
rosters:
  - {id: safety, file: ALIASES, members: [safety]}
  - {id: leads, file: ALIASES, members: ["{group}-leads"]}
reviews:
  - {id: safety, title: safety review, file: "reviews/{number}.yaml", approver: by, roster: safety}
companies: {of: {ann: Harbour, bob: harbour, cy: Quay}}
roles:
  - {id: author, title: the author, field: authors}
  - {id: approver, title: an approver, field: approvers}
  - {id: lead, title: a lead, roster: leads}
  - {id: safety, title: a safety reviewer, roster: safety}
ladders:
  - {id: growth, stages: [alpha, beta, stable], in-code: {stable: GA}}
  - id: removal
    stages: [deprecated, removed]
    counts-as: {deprecated: alpha, removed: stable}
statuses:
  - id: draft
    due: exists
    moves:
      - accepted
      - {to: dropped, reason: true, by: [author, lead]}
  - id: accepted
    moves: [done, {to: draft, reason: true}, {to: dropped, reason: true, by: author}]
  - {id: done, closed: true, moves: [{to: accepted, reason: true}]}
  - {id: dropped, closed: true, due: exists}
kinds:
  - {id: plan, template: t.md, lineage: versions.yaml}
  - id: rite
    template: t.md
    excludes: [stage, milestone, latest]
    criteria:
      - {id: quick, question: It takes a day}
      - {id: cheap, question: It costs nothing}
gates:
  - id: all
    conditions: [CONDITION]
  - {id: exists, status: draft, sections: [Summary], after: all}
  - {id: accepted, status: accepted, after: all}
  - {id: done, status: done, after: all}
  - {id: dropped, status: dropped, after: all}
  - {id: alpha, stage: alpha, after: all}
  - {id: beta, stage: beta, after: alpha}
  - {id: stable, stage: stable, after: beta}
checklists:
  - id: ready
    sections: [Signoff]
    mark: "(R)"
    items:
      - {text: seen in use, from: beta}
      - {text: was told, required: true}
      - {text: soaked, from: stable, required: true}
calendar:
  file: releases.yaml
  anywhere-on-earth: true
  dates:
    - {id: start}
    - {id: freeze, title: freeze, deadline: true}
    - {id: release, title: release}
words: {placeholders: [tbd], unset: [tbd]}
)pack";

constexpr std::string_view kGateTemplate =
    "# T\n\n"
    "## Summary\n<!--DIRECTIVE: required: true-->\n\n<!--\nSay it.\n-->\n\n"
    "## Risks\n<!--DIRECTIVE: required: true,stage: beta-->\n\n"
    "## Signoff\n\nSee https://example.org/rules.\n\n";

constexpr std::string_view kGateLineage =
    "versions:\n"
    "  - {id: old, date: 2020-01-01, added: [\"# T\", \"## Summary\", \"## Signoff\"]}\n"
    "  - {id: new, date: 2024-01-01, added: [\"## Risks\"]}\n";

constexpr std::string_view kGateSummary =
    "\n## Summary\n\nIt becomes faster, for everyone who waits.\n";

// Evidence that is what a test sets it to.
class GivenEvidence final : public Evidence {
 public:
  std::optional<std::vector<Approval>> given;
  std::optional<Recorded> said;
  std::vector<Objection> objected;
  mutable std::vector<RecordQuestion> asked;

  std::optional<std::vector<Approval>> approvals(const Card&, std::string_view,
                                                 std::string_view) const override {
    return given;
  }
  std::optional<Recorded> recorded(const Card&, const RecordQuestion& question,
                                   std::string_view) const override {
    asked.push_back(question);
    return said;
  }
  std::vector<Objection> objections(const Card&) const override { return objected; }
};

struct GateQuestion {
  std::string condition;  // as the pack has it, without braces; "" for none
  std::string metadata = "status: accepted\nstage: alpha\n";
  std::string body = std::string(kGateSummary);
  std::string to = "beta";
  std::string release = {};
  std::string reason = {};
  std::string mover = {};
};

class GateFixture : public TreeFixture {
 protected:
  static constexpr std::string_view kPath = "plans/build/12-faster.md";

  GateVerdict ask(const GateQuestion& question) {
    const std::string condition =
        question.condition.empty() ? "" : fmt::format("{{{}}}", question.condition);
    auto loaded =
        load_texts({{"pack/process.yaml", replaced(std::string(kGatePack), "CONDITION", condition)},
                    {"pack/t.md", std::string(kGateTemplate)},
                    {"pack/versions.yaml", std::string(kGateLineage)}});
    if (!loaded) {
      ADD_FAILURE() << loaded.error().message;
      return {};
    }
    const std::string text =
        fmt::format("---\ntitle: Faster\nnumber: 12\ngroup: build\n{}---\n# Faster\n{}",
                    question.metadata, question.body);
    write(path_, text);
    const Repository repository{at(""), *loaded, {}, {}, {}, disk_tree(at(""))};
    const Process& process = **loaded;
    const auto facts = gather_facts(repository, {2026, 10, 1}, 1);
    const Card& card = facts->index().cards.at(facts->index().by_path.at(path_));
    const auto step = plan_step(process, card, question.to, question.release);
    if (!step) {
      ADD_FAILURE() << step.error().message;
      return {};
    }
    const auto source = make_source(text, path_);
    const Proposal proposal = read_proposal(process, source, nullptr);
    const Judge judge(process);
    const Judgement judgement = judge.judge(proposal, {step->to_stage, nullptr, step->to_status});
    const Links links(process, proposal.document, path_);
    const RuleInput in{process, proposal, judgement, card, *facts, links};
    for (Finding& finding : findings_) finding.source = source.get();
    const auto releases = read_calendar(process);
    const GateInput input{in,
                          findings_,
                          repository,
                          *step,
                          releases,
                          evidence_,
                          *parse_instant(now_),
                          question.reason,
                          question.mover};
    return freeze_.empty() ? judge_gate(input) : judge_gate(input, *process.find_gate(freeze_));
  }

  // What the one condition says: "no | message | place | @who | remedies", and what it
  // lists, a line for each.
  std::string said(const GateQuestion& question) {
    const GateVerdict gate = ask(question);
    if (gate.conditions.empty()) return "nothing";
    return shown(gate.conditions.back());
  }

  static std::string shown(const Verdict& verdict) {
    std::string text = fmt::format(
        "{} | {} | {} | {} | {}", name(verdict.holds), verdict.message, shown(verdict.spot),
        verdict.who.empty() ? std::string() : fmt::format("@{}", fmt::join(verdict.who, " @")),
        fmt::join(named(verdict.remedies), " or "));
    for (const Detail& detail : verdict.details) {
      text +=
          fmt::format("\n{}{}{} | {} | {}", detail.text, detail.remedy ? " " : "",
                      detail.remedy ? name(*detail.remedy) : "", detail.note, shown(detail.spot));
    }
    return text;
  }
  static std::vector<std::string> named(const std::vector<Remedy>& remedies) {
    std::vector<std::string> names;
    for (const Remedy& remedy : remedies) {
      names.push_back(
          fmt::format("{}{}{}", remedy.before, remedy.before.empty() ? "" : ": ", name(remedy)));
    }
    return names;
  }
  static std::string shown(const std::optional<Spot>& spot) {
    if (!spot) return "";
    const std::string path = spot->path == kPath ? "" : spot->path;
    return spot->line == 0 ? path : fmt::format("{}:{}:{}", path, spot->line, spot->column);
  }

  std::string path_{kPath};
  std::string now_ = "2026-10-01T00:00:00Z";
  std::string freeze_;  // a gate to judge by instead of those of the step
  std::string calendar_;
  GivenEvidence evidence_;
  std::vector<Finding> findings_;

 private:
  Releases read_calendar(const Process& process) const {
    if (calendar_.empty()) return {};
    const auto source = make_source("schema: 1\nreleases:\n" + calendar_, "releases.yaml");
    auto read = parse_releases(process, *source);
    if (!read) ADD_FAILURE() << read.error().message;
    return read ? *read : Releases();
  }
};

}  // namespace milepost
