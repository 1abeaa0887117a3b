// A small process with one proposal by jane, for tests of what is asked of people.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "features/common/remedy_text.h"
#include "features/inbox/item_text.h"
#include "features/inbox/items.h"
#include "process/process_fixture.h"

namespace milepost::inbox {

constexpr std::string_view kInboxPack = R"pack(schema: 1
name: test
layout:
  documents: ["plans/*.md"]
  path: "plans/{number}-{slug}.md"
  metadata: [{front-matter: true}]
fields:
  - {id: title, is: title}
  - {id: number, is: number, type: number}
  - {id: group, is: group, type: group}
  - {id: authors, is: authors, type: people}
  - {id: approvers, is: approvers, type: people}
  - {id: status, is: status, type: enum}
  - {id: stage, is: stage, type: enum}
rosters:
  - {id: leads, file: ALIASES, members: ["{group}-leads"]}
  - {id: safety, file: ALIASES, members: [safety]}
  - {id: release-team, file: ALIASES, members: [release-team]}
roles:
  - {id: author, title: the author, field: authors}
  - {id: approver, title: an approver, field: approvers}
  - {id: lead, title: a lead, roster: leads}
  - {id: safety, title: a safety reviewer, roster: safety, not: author}
  - {id: release-lead, title: a release lead, roster: release-team}
ladders:
  - {id: growth, stages: [alpha, beta, stable]}
statuses:
  - {id: open}
kinds:
  - {id: plan, template: t.md}
gates:
  - {id: early}
  - {id: late}
calendar:
  file: releases.yaml
  exception-days: 3
  by: {exception: [author, lead], decide: [release-lead]}
  dates:
    - {id: start}
    - {id: early, title: early freeze, deadline: true, gate: early}
    - {id: late, title: late freeze, deadline: true, gate: late, admits: true}
    - {id: release, title: release}
tracking:
  template: issue.md
  links: [code]
  labels:
    - {id: coded, claim: author, by: safety, after: tests}
  lists:
    - id: tracker
      sections: [Tracker]
      by: author
      items:
        - {key: design, text: Design, approval: safety, cc: [lead, safety], where: the issue}
        - {key: tests, text: Tests}
        - {key: soak, text: Soak, days: 14}
        - {key: later, text: Later, from: beta}
        - {key: named, text: Named, computed: {id: title, is: fields, fields: [title]}}
)pack";

constexpr std::string_view kAskIssue =
    "# Tracker\n\n- [ ] Design\n- [ ] Soak\n- [ ] Later\n- [ ] Named\n- [ ] Tests\n- [ ] Notes\n";

class AskFixture : public testing::Test {
 protected:
  void SetUp() override {
    auto loaded = load_texts({{"pack/process.yaml", std::string(kInboxPack)},
                              {"pack/t.md", "# T\n\n## Summary\n"},
                              {"pack/issue.md", std::string(kAskIssue)}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    process_ = *loaded;
    rosters_.add("leads/build", "lea");
    rosters_.add("leads/web", "leo");
    rosters_.add("safety", "sam");
    rosters_.add("safety", "jane");
    rosters_.add("release-team", "rita");
    rosters_.add_alias("build-leads", "leads/build");
    rosters_.add_alias("safety", "safety");
    rosters_.add_member("build-leads", "lea");
    rosters_.add_member("poets", "pia");
    write("It is short.\n");
    const auto source = make_source(
        "schema: 1\nreleases:\n"
        "  - {name: v1.2, start: 2026-01-05T00:00:00Z, early: 2026-02-04T00:00:00Z,"
        " late: 2026-02-11T00:00:00Z, release: 2026-04-21T00:00:00Z}\n",
        "releases.yaml");
    auto releases = parse_releases(*process_, *source);
    ASSERT_TRUE(releases) << releases.error().message;
    releases_ = *releases;
  }

  void write(const std::string& body) {
    const auto source = make_source(
        "---\ntitle: T\nnumber: 7\ngroup: build\nauthors: [jane]\napprovers: [ann, abe]\n"
        "status: open\nstage: alpha\n---\n# T\n\n" +
            body,
        "plans/7-t.md");
    document_ = std::make_unique<Document>(source);
    auto metadata = std::make_shared<Metadata>(read_metadata(*process_, document_.get(), nullptr));
    card_ = make_card(*process_, {"plans/7-t.md", "", true}, metadata, document_.get());
  }

  ItemSubject of() const { return {*process_, card_, rosters_, now_, changed_}; }

  void happen(std::string kind, EventFields fields, std::string by) {
    Event event;
    event.number = ++events_;
    event.kind = std::move(kind);
    event.by = std::move(by);
    event.time = then_;
    event.fields = std::move(fields);
    apply(state_, event);
  }

  // "kind @who: what [command]", a line for each.
  static std::string shown(const std::vector<InboxItem>& items) {
    std::string text;
    for (const InboxItem& item : items) {
      text += fmt::format("{} @{}: {} [{}]\n", name(item.kind), fmt::join(item.who, " @"),
                          item.what, item.remedy ? command_text(*item.remedy) : "");
    }
    return text;
  }

  static std::vector<std::string> lines(const InboxItem& item) {
    std::vector<std::string> texts;
    for (const Detail& detail : item.details) texts.push_back(line_of(detail));
    return texts;
  }

  std::shared_ptr<const Process> process_;
  Rosters rosters_;
  std::unique_ptr<Document> document_;
  Card card_;
  Releases releases_;
  ProposalState state_;
  std::uint64_t events_ = 0;
  Instant then_ = *parse_instant("2026-01-20T00:00:00Z");
  Instant now_ = *parse_instant("2026-02-01T00:00:00Z");
  std::optional<Instant> changed_;
};

}  // namespace milepost::inbox
