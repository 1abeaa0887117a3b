#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "base/version.h"
#include "issue/issue.h"
#include "rules/all.h"
#include "rules/issue/issues.h"

namespace milepost {

namespace {

std::optional<Version> planned(const Card* card, std::string_view stage) {
  if (!card) return std::nullopt;
  const auto found =
      std::ranges::find(card->milestones, stage, &std::pair<std::string, std::string>::first);
  return found == card->milestones.end() ? std::nullopt : parse_version(found->second);
}

struct Target {
  const IssueFieldText* text;
  Version version;
};

}  // namespace

// MP706 issue-targets-wrong: a target is a release, none is before that of an earlier
// stage, and each is the one the metadata has, where that has one.
void issue_targets_wrong(const IssueInput& in, Sink& sink) {
  const Source& source = in.issue.document.source();
  std::vector<Target> targets;
  for (const IssueFieldText& text : in.issue.fields) {
    if (text.field->is != IssueValue::kTarget) continue;
    if (says_nothing(in, text)) {
      if (const auto metadata = planned(in.card, text.field->stage)) {
        sink.report(source, text.span,
                    fmt::format("\"{}\" says nothing, the metadata says {}", title_of(*text.field),
                                to_string(*metadata)));
      }
      continue;
    }
    const std::string_view word = cut(text.value, ' ').first;
    const auto version = parse_version(word);
    if (!version) {
      sink.report(
          source, text.span,
          fmt::format("\"{}\" is \"{}\", which is no release", title_of(*text.field), text.value));
      continue;
    }
    targets.push_back({&text, *version});
    const auto metadata = planned(in.card, text.field->stage);
    if (metadata && *metadata != *version) {
      sink.report(source, text.span,
                  fmt::format("\"{}\" is {}, the metadata says {}", title_of(*text.field), word,
                              to_string(*metadata)));
    }
  }
  for (std::size_t i = 1; i < targets.size(); ++i) {
    const Target& before = targets[i - 1];
    if (before.version <= targets[i].version) continue;
    sink.report(source, targets[i].text->span,
                fmt::format("\"{}\" is {}, before {} of {}", title_of(*targets[i].text->field),
                            to_string(targets[i].version), to_string(before.version),
                            before.text->field->stage));
  }
}

}  // namespace milepost
