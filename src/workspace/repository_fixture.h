// A repository of a small process that has what use cases look at: numbers, people,
// dates, relations and reviews. There as long as a test runs.
#pragma once

#include <string>
#include <string_view>

#include "base/tree_fixture.h"

namespace milepost {

class RepositoryFixture : public TreeFixture {
 protected:
  RepositoryFixture() {
    write("milepost.yaml", "schema: 1\nprocess: ./pack\n");
    write("pack/template.md", kTemplate);
    write("pack/process.yaml", kProcess);
  }

  static std::string folder(std::string_view name) { return "ways/" + std::string(name); }

  // In ways/NAME, such as 12-faster.
  void propose(std::string_view name, std::string_view metadata,
               std::string_view document = kWritten) const {
    write(folder(name) + "/way.yaml", metadata);
    write(folder(name) + "/README.md", document);
  }

  static constexpr std::string_view kWritten =
      "# Faster\n\n"
      "## Summary\n\nIt becomes faster, for everyone who waits.\n\n"
      "## Risks\n\nIt may break, which a test would show.\n";

 private:
  static constexpr std::string_view kTemplate =
      "# Title\n<!--DIRECTIVE: required: true-->\n\n"
      "## Summary\n<!--DIRECTIVE: required: true-->\n\n<!--\nWhat changes, and for whom.\n-->\n\n"
      "## Risks\n<!--DIRECTIVE: required: true-->\n\n<!--\nWhat may go wrong.\n-->\n\n"
      "### Undoing\n<!--DIRECTIVE: required: true,stage: beta-->\n\n"
      "## Tests\n<!--DIRECTIVE: required: true,stage: beta-->\n";
  static constexpr std::string_view kProcess = R"(schema: 1
name: ways
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
  - {id: authors, is: authors, type: people}
  - {id: created, is: created, type: date}
  - {id: latest, is: latest-milestone, type: version}
  - {id: see-also, is: see-also, type: links}
  - {id: replaces, is: replaces, type: links}
  - {id: superseded-by, is: superseded-by, type: links}
  - {id: requires, is: requires, type: links}
reviews:
  - {id: safety, title: safety review, file: "reviews/{number}.yaml", number: number, approver: by}
ladders:
  - {id: growth, stages: [alpha, beta]}
statuses:
  - {id: draft}
  - {id: accepted}
  - {id: done, closed: true}
kinds:
  - {id: way, template: template.md}
words: {placeholders: [tbd]}
)";
};

}  // namespace milepost
