#include "text/yaml.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "base/files.h"
#include "base/limits.h"
#include "base/strings.h"
#include "text/yaml_parts.h"

namespace milepost {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

Span without_mark(const Source& source, Span within) {
  if (source.text(within).starts_with(kByteOrderMark)) within.begin += 3;
  return within;
}

// The first line that says something: what a finding about the whole shows.
Span first_line(const Source& source, Span within) {
  Span line = within;
  while (!line.empty() && is_space(source.text()[line.begin])) ++line.begin;
  line.end = std::clamp(source.line(source.line_at(line.begin)).end, line.begin, within.end);
  return line;
}

}  // namespace

void YamlProblems::add(YamlProblem problem) {
  Tally& tally = tallies_[static_cast<std::size_t>(problem.kind)];
  if (tally.kept == kLimits.yaml_problems) {
    ++tally.more;
    return;
  }
  ++tally.kept;
  tally.last = kept_.size();
  kept_.push_back(std::move(problem));
}

void YamlProblems::add(YamlProblems&& others) {
  for (YamlProblem& problem : others.kept_) add(std::move(problem));
  for (std::size_t kind = 0; kind < tallies_.size(); ++kind) {
    tallies_[kind].more += others.tallies_[kind].more;
  }
}

std::vector<YamlProblem> YamlProblems::take() && {
  for (const Tally& tally : tallies_) {
    if (tally.more == 0) continue;
    kept_[tally.last].message += " (and " + std::to_string(tally.more) + " more like it)";
  }
  return std::move(kept_);
}

const YamlEntry* YamlNode::find_entry(std::string_view key) const {
  for (const auto& entry : entries) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

const YamlNode* YamlNode::find(std::string_view key) const {
  const YamlEntry* const entry = find_entry(key);
  return entry == nullptr ? nullptr : entry->value.get();
}

std::string_view YamlNode::scalar(std::string_view key) const {
  const YamlNode* const value = find(key);
  return value != nullptr && value->is_scalar() ? std::string_view(value->text)
                                                : std::string_view();
}

Yaml::Yaml(const Source& source) : Yaml(source, {0, source.size()}) {}

Yaml::Yaml(const Source& source, Span within) : Yaml(source, within, kLimits.yaml_bytes) {}

Yaml::Yaml(const Source& source, Span within, std::size_t max_bytes) {
  within = without_mark(source, within);
  const bool fits = within.size() <= max_bytes;
  if (fits) {
    if (auto plain = read_plain_yaml(source, within)) {
      root_ = std::move(*plain);
      return;
    }
  }
  std::optional<YamlFault> fault;
  if (fits) {
    YamlRead read = read_yaml_events(source, within, kLimits.yaml_depth);
    if (!read.fault) {
      root_ = std::move(read.root);
      problems_ = std::move(read.problems).take();
    }
    fault = read.fault;
  }
  complete_ = fits && !fault;
  if (!complete_) {
    YamlLines lines = read_yaml_lines(source, within, fits);
    root_ = std::move(lines.root);
    problems_ = std::move(lines.problems).take();
    if (!fits) {
      problems_.push_back({YamlProblemKind::kTooLarge, first_line(source, within),
                           "this YAML is " + size_text(within.size()) +
                               ", larger than the limit of " + size_text(max_bytes)});
    } else if (lines.fault) {
      problems_.push_back(explain(*lines.fault, source, lines.fault_within));
    } else {
      problems_.push_back(explain(*fault, source, within));
    }
  }
  std::sort(problems_.begin(), problems_.end(), [](const auto& a, const auto& b) {
    return std::tie(a.span.begin, a.kind, a.message) < std::tie(b.span.begin, b.kind, b.message);
  });
}

}  // namespace milepost
