// A Finding is one thing wrong at one place, with what to do about it.
//
// Rules report through a Sink, which knows which rule is speaking. Findings
// keep views of the Source they point into: keep it alive with them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "base/span.h"

namespace milepost {

enum class Severity : std::uint8_t { kOff, kInfo, kWarning, kError };

constexpr std::string_view name(Severity severity) {
  constexpr std::string_view kNames[] = {"off", "info", "warning", "error"};
  return kNames[static_cast<std::size_t>(severity)];
}

std::optional<Severity> parse_severity(std::string_view text);

struct Edit {
  Span span;  // replaced by text; empty to insert
  std::string text;
  friend bool operator==(const Edit&, const Edit&) = default;
};

struct Fix {
  std::string title;  // "close the directive"
  std::vector<Edit> edits;
  bool unsafe = false;  // removes or rewords what the author wrote: made only when asked for
};

struct Finding {
  std::string_view code;  // "MP201", static
  std::string_view name;  // "section-missing", static
  Severity severity = Severity::kInfo;
  const Source* source = nullptr;
  Span span;
  std::string message;  // one line: what is wrong, and what to do
  std::string note;     // stands beside the caret: "it belongs after this section"
  std::string section;  // the template section concerned, if any
  std::vector<Fix> fixes;
};

struct RuleId {
  std::string_view code;
  std::string_view name;
  Severity severity = Severity::kInfo;
};

class Sink {
 public:
  explicit Sink(RuleId rule) : rule_(rule) {}

  // The reference is good until the next report; use it to add a note or fix.
  Finding& report(const Source& source, Span span, std::string message) {
    return report(rule_.severity, source, span, std::move(message));
  }
  Finding& report(Severity severity, const Source& source, Span span, std::string message);

  std::vector<Finding>& found() { return found_; }

  void set_rule(RuleId rule) { rule_ = rule; }

 private:
  RuleId rule_;
  std::vector<Finding> found_;
};

}  // namespace milepost
