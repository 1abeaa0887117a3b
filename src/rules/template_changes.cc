#include "rules/template_changes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

bool is_title(const Template& pattern, const TemplateSection& section) {
  return &section == &pattern.sections().front() && section.level == 1;
}

// As judging has it: a section below one that is not required is not, either.
bool is_required(const Template& pattern, const TemplateSection& section) {
  if (!section.required || is_title(pattern, section)) return false;
  if (section.parent == kNone) return true;
  const TemplateSection& parent = pattern.sections()[section.parent];
  return is_title(pattern, parent) || parent.required;
}

bool has_label(const std::vector<Choice>& choices, const Choice& wanted) {
  return std::ranges::any_of(choices, [&](const Choice& choice) {
    return choice.words == wanted.words &&
           std::ranges::all_of(wanted.details, [&](const ChoiceDetail& detail) {
             return detail.optional ||
                    std::ranges::any_of(choice.details, [&](const ChoiceDetail& other) {
                      return other.words == detail.words && !other.optional;
                    });
           });
  });
}

// The lines of a template but for its directives, which are no text.
std::unordered_set<std::uint64_t> lines_of(const Template& pattern) {
  const Source& source = pattern.document().source();
  const std::string_view text = source.text();
  std::string rest;
  std::size_t from = 0;
  while (from < text.size()) {
    const std::size_t open = text.find("<!--", from);
    if (open == text.npos) break;
    const std::size_t close = std::min(text.find("-->", open), text.size());
    const bool directive = trim(text.substr(open + 4, close - open)).starts_with("DIRECTIVE:");
    rest.append(text.substr(from, (directive ? open : close) - from));
    from = close + (directive && close < text.size() ? 3 : 0);
  }
  rest.append(text.substr(from));
  return Template(std::make_shared<const Source>(source.path(), std::move(rest))).lines();
}

class TemplateComparer {
 public:
  TemplateComparer(const Process& process, const Kind& before, const Kind& after)
      : process_(process), old_(before), new_(after), was_(*before.pattern), is_(*after.pattern) {
    for (const TemplateSection& section : is_.sections()) by_key_[section.key].push_back(&section);
    const auto worth = [&](const TemplateSection* one) {
      return std::pair(is_required(is_, *one), -static_cast<std::ptrdiff_t>(rank(*one)));
    };
    for (auto& [key, sections] : by_key_) std::ranges::stable_sort(sections, {}, worth);
  }

  std::vector<TemplateChange> compare() {
    for (const TemplateSection& section : was_.sections()) {
      const TemplateSection* now = take(section);
      if (is_required(was_, section)) compare_need(section, now);
      if (now) compare_answers(section, *now);
    }
    compare_lines();
    return std::move(found_);
  }

 private:
  std::size_t rank(const TemplateSection& section) const {
    return process_.rank(section.stage).value_or(0);
  }

  // The section of this key that asks for most, each once.
  const TemplateSection* take(const TemplateSection& section) {
    auto& left = by_key_[section.key];
    if (left.empty()) return nullptr;
    const TemplateSection* taken = left.back();
    left.pop_back();
    return taken;
  }

  // Of a joined template, the heading may stand in the pack's file.
  Span place_of(const TemplateSection& section) const {
    if (!new_.repository) return section.span;
    const auto* found = new_.repository->find(section.key);
    return found ? new_.repository->sections()[found->front()].span : Span{0, 0};
  }

  void compare_need(const TemplateSection& was, const TemplateSection* is) {
    if (!is) return report({0, 0}, fmt::format("\"{}\" is no longer asked for", was.title));
    if (!is_required(is_, *is)) {
      return report(place_of(*is), fmt::format("\"{}\" is no longer required", was.title));
    }
    if (rank(*is) <= rank(was)) return;
    report(place_of(*is), fmt::format("\"{}\" is required from {} only, not from {}", was.title,
                                      is->stage, was.stage.empty() ? "the start" : was.stage));
  }

  void compare_answers(const TemplateSection& was, const TemplateSection& is) {
    for (const Choice& choice : was.choices) {
      if (has_label(is.choices, choice)) continue;
      report(place_of(is),
             fmt::format("\"{}\" no longer asks for \"{}\" as it did", was.title, choice.label));
    }
    if (is.checklist && !was.checklist) {
      report(place_of(is),
             fmt::format("\"{}\" has boxes to tick and nothing to fill in", was.title));
    }
  }

  // A line of the template is no answer. One that it has no more would be, unless older versions
  // are known.
  void compare_lines() {
    if (new_.telling_past()) return;
    const std::unordered_set<std::uint64_t> kept = lines_of(is_);
    const auto is_known = [&](std::uint64_t line) {
      return kept.contains(line) || is_.lines().contains(line) ||
             new_.lineage.lines.contains(line) ||
             (new_.repository && new_.repository->lines().contains(line));
    };
    std::size_t gone = 0;
    for (const Template* before : {&was_, old_.repository.get()}) {
      if (!before) continue;
      gone += static_cast<std::size_t>(std::ranges::count_if(
          lines_of(*before), [&](std::uint64_t line) { return !is_known(line); }));
    }
    if (gone == 0) return;
    report({0, 0}, fmt::format("{} of the template {} gone, and would pass for an answer",
                               counted(gone, "line"), gone == 1 ? "is" : "are"));
  }

  void report(Span at, std::string message) { found_.push_back({at, std::move(message)}); }

  const Process& process_;
  const Kind& old_;
  const Kind& new_;
  const Template& was_;
  const Template& is_;
  std::map<std::string, std::vector<const TemplateSection*>> by_key_;
  std::vector<TemplateChange> found_;
};

}  // namespace

std::vector<TemplateChange> template_changes(const Process& process, const Kind& before,
                                             const Kind& after) {
  if (before.pattern->document().source().text() == after.pattern->document().source().text() &&
      !before.repository && !after.repository) {
    return {};
  }
  return TemplateComparer(process, before, after).compare();
}

}  // namespace milepost
