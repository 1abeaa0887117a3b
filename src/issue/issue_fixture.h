// A small form of tracking issues and an issue by it, for tests.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "issue/issue.h"
#include "process/process_fixture.h"

namespace milepost {

constexpr std::string_view kIssuePack = R"pack(schema: 1
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
  - {id: status, is: status, type: enum}
  - {id: stage, is: stage, type: enum}
  - {id: latest, is: latest-milestone, type: version}
  - {id: milestone, is: milestones, type: stages}
  - {id: api, type: boolean}
rosters:
  - {id: reviewers, names: [rev]}
  - {id: writers, names: [writer]}
  - {id: lost, file: NOWHERE, members: [lost]}
roles:
  - {id: author, title: the author, field: authors}
  - {id: reviewer, title: a reviewer, roster: reviewers}
  - {id: writer, title: a writer, roster: writers}
  - {id: lost, title: somebody lost, roster: lost}
ladders:
  - {id: growth, stages: [alpha, beta, stable]}
statuses:
  - {id: open}
kinds:
  - {id: plan, template: t.md}
tracking:
  template: issue.md
  links: [design, api, code]
  fields:
    - {is: description, section: Description, least: 2, most: 3, placeholders: [Add description here]}
    - {is: contact, label: Primary contact}
    - {is: groups, label: Groups}
    - {is: target, label: Alpha target, stage: alpha, optional: true}
    - {is: target, label: Beta target, stage: beta, optional: true}
  placeholders:
    - {text: PLAN-NUMBER, kinds: design}
    - {text: ALL-PLAN-NUMBERS, kinds: [code]}
  status:
    label: STATE
    by: reviewer
    values: [{id: OPEN, moves: [HALF]}, {id: HALF, moves: [OPEN, DONE]}, {id: DONE}]
  labels:
    - {id: designed, by: reviewer, after: design}
    - {id: coded, claim: author, by: reviewer}
    - {id: built, claim: author, by: reviewer, after: code}
  lists:
    - id: tracker
      sections: [Tracker]
      by: author
      items:
        - {key: before-alpha, text: Before Alpha, from: alpha, group: true}
        - {key: design, text: Design, merged: design, approval: reviewer, cc: [writer, reviewer], where: the issue}
        - {key: api-review, text: API review, only: {field: api, links: api, paths: ["pkg/**"]}}
        - {key: code, text: Write code}
        - {key: before-beta, text: Before Beta, from: beta, group: true}
        - {key: soak, text: Soak, days: 14}
        - {key: named, text: Title is there, computed: {id: title, is: fields, fields: [title]}}
        - {key: odd, text: Odd one, approval: lost}
    - id: signoff
      sections: [Signoff]
      scope: release
      mark: "(R)"
      by: author
      items:
        - {key: docs, text: Documentation}
)pack";

constexpr std::string_view kIssueText = R"(# Description

It makes things faster. Nobody waits any more.

- Primary contact (assignee): @jane
- **Groups:** sig-a
- Alpha target (x.y) 1.2
- Beta target (x.y):

# Tracker

- [ ] Before Alpha
    - [ ] Design. Link: **PLAN-NUMBER**
      - a note
    - [ ] API review (if API)
          - folded note
          goes on
          - [x] Folded box
    - [ ] Write code **ALL-PLAN-NUMBERS**
      - [x] Tests
- [ ] Before Beta
  - [ ] Soak
  - [ ] Title is there
- [ ] Odd one

**STATE: OPEN**

# Signoff

- [ ] (R) Documentation
- [x] Release note
)";

class IssueFixture : public testing::Test {
 protected:
  void SetUp() override {
    auto loaded = load_texts({{"pack/process.yaml", std::string(kIssuePack)},
                              {"pack/t.md", "# T\n\n## Summary\n"},
                              {"pack/issue.md", "Delete me.\n\n" + std::string(kIssueText)}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    process_ = *loaded;
  }

  Issue read(std::string_view text) const {
    return read_issue(process_->tracking, make_source(text, "issue.md"));
  }

  std::shared_ptr<const Process> process_;
};

}  // namespace milepost
