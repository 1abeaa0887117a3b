#include <algorithm>
#include <string>

#include "base/limits.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "text/yaml_parts.h"

namespace milepost {

namespace {

class Explainer {
 public:
  Explainer(const YamlFault& fault, const Source& source, Span within)
      : fault_(fault), source_(source), within_(within) {}

  YamlProblem run() {
    const std::uint32_t at = fault_.at;
    if (fault_.kind == YamlProblemKind::kTooDeep) {
      return problem(at, "this is nested more than " + std::to_string(kLimits.yaml_depth) +
                             " levels deep; metadata is flatter than that");
    }
    if (fault_.kind == YamlProblemKind::kTooLarge) {
      return problem(at, "this YAML has more than " + std::to_string(kLimits.yaml_values) +
                             " values; what follows is not read");
    }
    if (fault_.problem == kInvalidUtf8) return invalid_utf8();
    if (is("control")) {
      return say_exactly({at, at + 1}, "a control character stands here; remove it");
    }
    if (is("cannot start any token")) return wrong_start();
    if (is("alphabetic or numeric") || is("expected whitespace or line break")) {
      return reserved_start(fault_.began);
    }
    if (is("mapping values are not allowed")) return value_within_value();
    if (is("could not find expected ':'")) return no_colon();
    if (is("expected key") || is("'-' indicator")) return misplaced();
    if (is("block sequence entries") || is("mapping keys are not")) return item_within_value();
    if (is("',' or ']'")) return open_bracket('[', ']');
    if (is("',' or '}'")) return open_bracket('{', '}');
    if (is("expected node content")) return no_content();
    if (is("tab character")) return tab(at);
    if (during("quoted scalar")) return quoted();
    if (during("block scalar")) {
      return problem(at,
                     "after `|` or `>` the text begins on the next line, indented; put a text "
                     "that begins with such a sign in quotes");
    }
    if (during("directive") || is("directive") || is("<document start>")) return directive();
    if (during("tag") || is("tag")) return reserved_start(fault_.began);
    return problem(at, "this cannot be read as YAML (" + std::string(fault_.problem) + ")");
  }

 private:
  bool is(std::string_view words) const { return fault_.problem.find(words) != words.npos; }
  bool during(std::string_view words) const { return fault_.doing.find(words) != words.npos; }

  char at(std::uint32_t offset) const {
    return offset < within_.end ? source_.text()[offset] : '\n';
  }

  Span line_of(std::uint32_t offset) const {
    Span line = source_.line(source_.line_at(offset));
    line.begin = std::clamp(line.begin, within_.begin, within_.end);
    line.end = std::clamp(line.end, line.begin, within_.end);
    return line;
  }
  Span trimmed(Span span) const {
    while (!span.empty() && is_space(at(span.begin))) ++span.begin;
    while (!span.empty() && is_space(at(span.end - 1))) --span.end;
    return span;
  }

  // What to show for an offset: the token there; where there is nothing to see,
  // the line, or the last line before it that says something.
  Span visible(std::uint32_t offset) const {
    if (offset < within_.end && !is_space(at(offset))) {
      std::uint32_t end = offset;
      while (end < within_.end && !is_space(at(end))) ++end;
      return {offset, end};
    }
    offset = std::min(offset, within_.end);
    while (true) {
      const Span line = line_of(offset);
      const Span shown = trimmed(line);
      if (!shown.empty()) return shown;
      if (line.begin <= within_.begin) return trimmed(within_);
      offset = line.begin - 1;
    }
  }

  YamlProblem say_exactly(Span span, std::string message) const {
    return {fault_.kind, span, std::move(message)};
  }
  YamlProblem problem(std::uint32_t offset, std::string message) const {
    return say_exactly(visible(offset), std::move(message));
  }

  // Appended where curly quotes stand on the line: they look right and do nothing.
  std::string curly_hint(std::uint32_t offset) const {
    const std::string_view line = source_.text(line_of(offset));
    for (const std::string_view quote : {"“", "”", "‘"}) {
      if (line.find(quote) != line.npos) return " (curly quotes do not count: use \" or ')";
    }
    return "";
  }

  YamlProblem invalid_utf8() const {
    const std::string_view text = source_.text(within_);
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
      return say_exactly({fault_.at, fault_.at + 1}, "this is UTF-16; save it as UTF-8");
    }
    return say_exactly({fault_.at, fault_.at + 1},
                       "this byte is not UTF-8; save the file as UTF-8");
  }

  YamlProblem tab(std::uint32_t offset) const {
    Span line = line_of(offset);
    Span shown{offset, offset};
    while (shown.end < line.end && at(shown.end) == '\t') ++shown.end;
    if (shown.empty()) shown = visible(offset);
    return say_exactly(shown, "a tab indents this line; YAML wants spaces");
  }

  YamlProblem wrong_start() const {
    if (at(fault_.at) == '\t') return tab(fault_.at);
    return reserved_start(fault_.at);
  }

  YamlProblem reserved_start(std::uint32_t offset) const {
    if (at(offset) == '*' && at(offset + 1) == ' ') {
      return problem(offset, "an entry of a list begins with `- `, not with `* `");
    }
    const std::string sign = at(offset) == '`' ? "a backtick" : std::string{'`', at(offset), '`'};
    return problem(offset, "an unquoted text cannot begin with " + sign + "; put it in quotes");
  }

  YamlProblem value_within_value() const {
    const Span line = line_of(fault_.at);
    const std::string_view before = source_.text({line.begin, std::min(fault_.at, line.end)});
    const bool in_value = before.find(": ") != before.npos || before.find("- ") != before.npos;
    if (in_value) {
      return say_exactly(
          value_around(line, before),
          "a `: ` inside an unquoted value; put the value in quotes" + curly_hint(fault_.at));
    }
    return say_exactly(trimmed(line),
                       "this line is indented below a key that has a value already; align it "
                       "with that key" +
                           curly_hint(fault_.at));
  }

  // The value on a line that holds a second `: `.
  Span value_around(Span line, std::string_view before) const {
    std::size_t from = before.find(": ");
    if (from == before.npos) from = before.find("- ");
    Span value = trimmed({line.begin + static_cast<std::uint32_t>(from) + 2, line.end});
    return value.empty() ? trimmed(line) : value;
  }

  YamlProblem no_colon() const {
    const Span line = trimmed(line_of(fault_.began));
    const std::string_view text = source_.text(line);
    const auto colon = text.find(':');
    const bool url = colon != text.npos && text.substr(colon).starts_with("://");
    if (colon != text.npos && colon + 1 < text.size() && !url) {
      return say_exactly(line, "a space is missing after the `:` of `" +
                                   std::string(text.substr(0, colon)) + ":`");
    }
    return say_exactly(line.empty() ? visible(fault_.began) : line,
                       "this line is no `key: value`; to continue the value above it, indent it");
  }

  // What stands on the faulty line before the fault.
  std::string_view ahead_on_line() const {
    const Span line = line_of(fault_.at);
    return trim(source_.text({line.begin, std::min(fault_.at, line.end)}));
  }

  YamlProblem item_within_value() const {
    if (at(fault_.at) == '?') return reserved_start(fault_.at);
    if (ahead_on_line().ends_with(':')) {
      return problem(fault_.at, "a list item must stand on a line of its own, below its key");
    }
    return misplaced();
  }

  YamlProblem misplaced() const {
    const Span line = line_of(fault_.at);
    const std::string_view ahead = ahead_on_line();
    const bool list = is("'-' indicator");
    if (!ahead.empty() && ahead != "-") {
      if (ahead.ends_with('\'') && at(fault_.at - 1) == '\'') {
        return say_exactly({fault_.at - 1, fault_.at},
                           "the apostrophe ends the single-quoted text; use double quotes");
      }
      if (ahead.ends_with('"') || ahead.ends_with('\'')) {
        return problem(fault_.at,
                       "text after a closing quote; put the whole value in one pair of quotes");
      }
      if (ahead.ends_with(']') || ahead.ends_with('}')) {
        const bool list_before = ahead.ends_with(']');
        return problem(fault_.at, std::string("text after a closing `") + ahead.back() +
                                      "`; a value that begins with `" + (list_before ? '[' : '{') +
                                      "` and is text needs quotes");
      }
      return problem(fault_.at,
                     "this does not belong to the value before it; put all of it in quotes");
    }
    if (at(fault_.at) == '-' && !list) {
      return say_exactly(trimmed(line),
                         "a list item stands where a key is expected; indent it like the items "
                         "of its list");
    }
    if (list) {
      return say_exactly(trimmed(line).empty() ? visible(fault_.at) : trimmed(line),
                         "this line stands in a list but does not begin with `- `; align it with "
                         "the items, or with the key they belong to");
    }
    if (at(fault_.at) == '}' || at(fault_.at) == ']') {
      return problem(fault_.at, "this bracket closes nothing");
    }
    return say_exactly(trimmed(line).empty() ? visible(fault_.at) : trimmed(line),
                       "this line does not align with the keys above it; check its indentation");
  }

  YamlProblem open_bracket(char open, char close) const {
    const std::string pair = {'`', open, '`'};
    const std::string wanted = {'`', close, '`'};
    if (fault_.at >= within_.end || source_.line_at(fault_.at) != source_.line_at(fault_.began)) {
      return problem(fault_.began, pair + " is not closed by " + wanted +
                                       "; close it, or put the value in quotes");
    }
    return problem(fault_.at, "`,` or " + wanted +
                                  " is missing before this; a text that begins with " + pair +
                                  " needs quotes");
  }

  YamlProblem no_content() const {
    if (at(fault_.at) == '\t') return tab(fault_.at);
    if (during("flow node")) {
      return problem(fault_.at >= within_.end ? fault_.began : fault_.at,
                     "a bracket is opened and not closed; close it, or put the value in quotes");
    }
    return reserved_start(fault_.at);
  }

  YamlProblem quoted() const {
    if (is("end of stream") || is("document indicator")) {
      const Span line = line_of(fault_.began);
      return say_exactly(trimmed({fault_.began, std::max(fault_.began, line.end)}),
                         "the quote opened here is not closed" + curly_hint(fault_.began));
    }
    return problem(fault_.at,
                   "a `\\` in double quotes begins an escape that YAML does not know; "
                   "write `\\\\`, or use single quotes");
  }

  YamlProblem directive() const {
    if (at(fault_.at) == '%' || at(fault_.began) == '%') {
      return reserved_start(at(fault_.at) == '%' ? fault_.at : fault_.began);
    }
    return problem(fault_.at,
                   "this stands after the end of the YAML; move it before the `...` or bracket "
                   "that ends it");
  }

  const YamlFault& fault_;
  const Source& source_;
  Span within_;
};

}  // namespace

YamlProblem explain(const YamlFault& fault, const Source& source, Span within) {
  YamlProblem problem = Explainer(fault, source, within).run();
  problem.span.begin = std::clamp(problem.span.begin, within.begin, within.end);
  problem.span.end = std::clamp(problem.span.end, problem.span.begin, within.end);
  return problem;
}

}  // namespace milepost
