#include "rules/suppress.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/text_change.h"
#include "rules/rule.h"

namespace milepost {

namespace {

enum class SuppressionScope { kFile, kRest, kLine };

struct Suppression {
  std::string_view name;  // as written
  std::string_view code;  // "" when no rule has that name
  Span at;                // the name in the comment
  Span covers;
  SuppressionScope scope = SuppressionScope::kRest;
  bool ended = false;  // by milepost-enable
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

Suppression make(std::string_view text, Span name, Span covers,
                 SuppressionScope scope = SuppressionScope::kRest) {
  const Rule* rule = find_rule(name.of(text));
  return {name.of(text), rule ? rule->code : std::string_view(), name, covers, scope};
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
      all.push_back({command, {}, parts.front(), {}});
      continue;
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (command == "milepost-disable") {
        const bool whole = comment.span.begin < first_heading;
        all.push_back(make(text, parts[i], {whole ? 0 : comment.span.begin, source.size() + 1},
                           whole ? SuppressionScope::kFile : SuppressionScope::kRest));
      } else if (command == "milepost-disable-next-line") {
        const std::uint32_t line = source.line_at(comment.span.end) + 1;
        all.push_back(make(text, parts[i], {source.line(line).begin, source.next_line_begin(line)},
                           SuppressionScope::kLine));
      } else if (command == "milepost-enable") {
        Suppression ended = make(text, parts[i], {});
        bool any = false;
        for (Suppression& open : all) {
          if (open.code != ended.code) continue;
          any = true;
          open.covers.end = std::min(open.covers.end, comment.span.begin);
          open.ended = true;
        }
        if (!any) all.push_back(ended);
      }
    }
  }
  return all;
}

// By rule, what it covers and whether it ends: how many there were on each line.
using KnownSuppressions =
    std::map<std::tuple<std::string_view, SuppressionScope, bool, std::uint32_t>, int>;

KnownSuppressions known_suppressions(const Document& document) {
  KnownSuppressions known;
  for (const Suppression& one : read_suppressions(document)) {
    ++known[{one.code, one.scope, one.ended, document.source().line_at(one.at.begin)}];
  }
  return known;
}

// Of each of them, whether it is new.
std::vector<bool> find_new(const FormerText& former, const Document& document,
                           const std::vector<Suppression>& all) {
  std::vector<bool> found(all.size(), true);
  if (!former.document) return found;
  KnownSuppressions known = known_suppressions(*former.document);
  if (known.empty()) return found;
  const std::vector<std::uint32_t> lines =
      former_lines(former.document->source(), document.source());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t line = lines[document.source().line_at(all[i].at.begin)];
    if (line == kNone) continue;
    const auto was = known.find({all[i].code, all[i].scope, all[i].ended, line});
    if (was != known.end() && was->second-- > 0) found[i] = false;
  }
  return found;
}

}  // namespace

std::vector<NewSuppression> new_suppressions(const FormerText& former, const Document& document) {
  const std::vector<Suppression> all = read_suppressions(document);
  const std::vector<bool> is_new = find_new(former, document, all);
  std::vector<NewSuppression> found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_new[i] && !all[i].code.empty() && !all[i].covers.empty()) {
      found.push_back({all[i].code, all[i].at});
    }
  }
  return found;
}

void apply_suppressions(const Document& document, std::vector<Finding>& findings, Sink& unused,
                        const std::function<bool(std::string_view code)>& was_run,
                        const FormerText* former) {
  std::vector<Suppression> all = read_suppressions(document);
  if (all.empty()) return;
  const std::vector<bool> is_new =
      former ? find_new(*former, document, all) : std::vector<bool>(all.size());
  std::erase_if(findings, [&](const Finding& finding) {
    if (finding.source != &document.source()) return false;
    bool gone = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      Suppression& suppression = all[i];
      if (suppression.code != finding.code) continue;
      if (!suppression.covers.contains(finding.span.begin)) continue;
      suppression.used = true;
      gone = gone || !is_new[i] || finding.severity != Severity::kError;
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
