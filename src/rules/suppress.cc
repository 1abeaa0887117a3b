#include "rules/suppress.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/rule.h"

namespace milepost {

namespace {

struct Suppression {
  std::string_view name;  // as written
  std::string_view code;  // "" when no rule has that name
  Span at;                // the name in the comment
  Span covers;
  bool used = false;
};

// The words of a comment after the command, as spans.
std::vector<Span> words(std::string_view text, Span within) {
  std::vector<Span> found;
  std::uint32_t at = within.begin;
  while (at < within.end) {
    while (at < within.end && (is_space(text[at]) || text[at] == ',')) ++at;
    const std::uint32_t begin = at;
    while (at < within.end && !is_space(text[at]) && text[at] != ',') ++at;
    if (at > begin) found.push_back({begin, at});
  }
  return found;
}

Suppression make(std::string_view text, Span name, Span covers) {
  const Rule* rule = find_rule(name.of(text));
  return {name.of(text), rule ? rule->code : std::string_view(), name, covers, false};
}

bool is_command(std::string_view word) {
  return word == "milepost-disable" || word == "milepost-enable" ||
         word == "milepost-disable-next-line";
}

// Each is held against each finding: a document made of them must not take long.
constexpr std::size_t kMostSuppressions = 1000;

std::vector<Suppression> read_suppressions(const Document& document) {
  std::vector<Suppression> all;
  const std::string_view text = document.text();
  const Source& source = document.source();
  const std::uint32_t first_heading =
      document.sections().empty() ? source.size() : document.sections().front().span.begin;
  for (const Comment& comment : document.comments()) {
    if (all.size() >= kMostSuppressions) break;
    if (!trim(document.text(comment.inner)).starts_with("milepost-")) continue;
    const std::vector<Span> parts = words(text, comment.inner);
    const std::string_view command = parts.front().of(text);
    if (parts.size() == 1 || !is_command(command)) {
      all.push_back({command, {}, parts.front(), {}, false});
      continue;
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (command == "milepost-disable") {
        const bool whole = comment.span.begin < first_heading;
        all.push_back(make(text, parts[i], {whole ? 0 : comment.span.begin, source.size() + 1}));
      } else if (command == "milepost-disable-next-line") {
        const std::uint32_t line = source.line_at(comment.span.end) + 1;
        all.push_back(
            make(text, parts[i], {source.line(line).begin, source.next_line_begin(line)}));
      } else if (command == "milepost-enable") {
        Suppression ended = make(text, parts[i], {});
        bool any = false;
        for (Suppression& open : all) {
          if (open.code != ended.code) continue;
          any = true;
          open.covers.end = std::min(open.covers.end, comment.span.begin);
        }
        if (!any) all.push_back(ended);
      }
    }
  }
  return all;
}

}  // namespace

void apply_suppressions(const Document& document, std::vector<Finding>& findings, Sink& unused,
                        const std::function<bool(std::string_view code)>& was_run) {
  std::vector<Suppression> all = read_suppressions(document);
  if (all.empty()) return;
  std::erase_if(findings, [&](const Finding& finding) {
    if (finding.source != &document.source()) return false;
    bool gone = false;
    for (Suppression& suppression : all) {
      if (suppression.code != finding.code) continue;
      if (!suppression.covers.contains(finding.span.begin)) continue;
      suppression.used = true;
      gone = true;
    }
    return gone;
  });
  for (const Suppression& suppression : all) {
    if (suppression.used) continue;
    if (suppression.name.starts_with("milepost-")) {
      unused.report(document.source(), suppression.at,
                    is_command(suppression.name)
                        ? fmt::format("`{}` must name the rules it is for", suppression.name)
                        : fmt::format("`{}` is no suppression; write `milepost-disable`, "
                                      "`milepost-enable` or `milepost-disable-next-line`",
                                      suppression.name));
    } else if (suppression.code.empty()) {
      unused.report(
          document.source(), suppression.at,
          fmt::format("no rule is called `{}`, so nothing is suppressed", suppression.name));
    } else if (was_run(suppression.code)) {
      unused.report(document.source(), suppression.at,
                    fmt::format("{} finds nothing here; remove the suppression", suppression.code));
    }
  }
}

}  // namespace milepost
