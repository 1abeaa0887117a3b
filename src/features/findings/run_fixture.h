// Hand-made runs for the tests of the formats.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "features/findings/model.h"

namespace milepost::findings {

class RunFixture {
 public:
  // Findings added from now on point into this file.
  RunFixture& file(std::string path, std::string_view bytes) {
    run_.sources.push_back(std::make_shared<Source>(std::move(path), bytes));
    run_.files = run_.sources.size();
    return *this;
  }

  RunFixture& error(Span span, std::string message) {
    return add({"MP201", "section-missing", Severity::kError}, span, std::move(message));
  }
  RunFixture& warning(Span span, std::string message) {
    return add({"MP203", "section-unfilled", Severity::kWarning}, span, std::move(message));
  }
  RunFixture& info(Span span, std::string message) {
    return add({"MP206", "section-renamed", Severity::kInfo}, span, std::move(message));
  }

  // For the last finding.
  RunFixture& note(std::string text) {
    run_.findings.back().note = std::move(text);
    return *this;
  }
  RunFixture& section(std::string title) {
    run_.findings.back().section = std::move(title);
    return *this;
  }
  RunFixture& fix(std::string title, Edit edit, bool unsafe = false) {
    run_.findings.back().fixes.push_back({std::move(title), {std::move(edit)}, unsafe});
    return *this;
  }

  RunFixture& read_error(std::string path, std::string message) {
    run_.read_errors.push_back({std::move(path), std::move(message)});
    return *this;
  }
  RunFixture& proposals(std::size_t count) {
    run_.proposals = count;
    return *this;
  }
  RunFixture& assume(std::string note) {
    run_.notes.push_back(std::move(note));
    return *this;
  }

  const Run& run() const { return run_; }

 private:
  RunFixture& add(RuleId rule, Span span, std::string message) {
    Finding finding;
    finding.code = rule.code;
    finding.name = rule.name;
    finding.severity = rule.severity;
    finding.source = run_.sources.empty() ? nullptr : run_.sources.back().get();
    finding.span = span;
    finding.message = std::move(message);
    run_.findings.push_back(std::move(finding));
    return *this;
  }

  Run run_;
};

// A file whose name and bytes try everything, and findings that quote it.
inline RunFixture hostile_run() {
  RunFixture fixture;
  fixture.file("a\x1b[2J\n::error::%,b\xff.md",
               "\x1b]0;x\a \xc2\x9b"
               "31m \xff\xe2\x82 \u202Eabc\r\n");
  fixture.error({0, 6}, "\x1b[31m \"<&>\" %0A ::set-output::\r\n \xff\xf0 ]]>")
      .note("\x1b[0m\x7f\x9b")
      .section("\xff\x1b")
      .fix("\x1b\xff", {{0, 1}, "\x1b\xff"});
  fixture.read_error("gone\x1b[2J\n::x\xff", "no\x1b such\xff\nfile");
  return fixture;
}

}  // namespace milepost::findings
