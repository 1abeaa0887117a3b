#include "rules/wording.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "proposal/card.h"
#include "proposal/facts.h"
#include "proposal/milestones.h"
#include "text/inline.h"

namespace milepost {

namespace {

std::string first_listed(const std::vector<std::string_view>& titles, std::size_t shown) {
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == titles.size();
    if (i > 0) text += last ? " and " : ", ";
    text += fmt::format("\"{}\"", titles[i]);
  }
  if (shown < titles.size()) text += fmt::format(" and {} more", titles.size() - shown);
  return text;
}

}  // namespace

std::string listed(const std::vector<std::string_view>& titles) {
  constexpr std::size_t kShown = 4;
  return first_listed(titles, titles.size() <= kShown + 1 ? titles.size() : kShown);
}

std::string few_listed(const Template& pattern, std::vector<std::size_t> sections) {
  constexpr std::size_t kFew = 3;
  std::ranges::stable_sort(sections, {},
                           [&](std::size_t t) { return pattern.sections()[t].level; });
  std::vector<std::string_view> titles;
  for (const std::size_t t : sections) titles.push_back(pattern.sections()[t].title);
  return first_listed(titles, std::min(titles.size(), kFew));
}

std::string from_stage(const TemplateSection& section) {
  return section.stage.empty() ? std::string() : " from " + section.stage;
}

std::string path_of(const Template& pattern, std::size_t t) {
  const TemplateSection& section = pattern.sections()[t];
  if (!section.is_question() || section.parent == kNone) return section.title;
  return pattern.sections()[section.parent].title + " › " + section.title;
}

namespace {

bool closes(const RuleInput& in, std::string_view id) {
  const Status* status = in.process.find_status(id);
  return status && status->closed;
}

}  // namespace

bool is_closed(const RuleInput& in) { return closes(in, in.proposal.metadata->known_status); }

bool is_at_rest(const RuleInput& in) {
  constexpr std::size_t kReleases = 3;  // a year of most projects
  constexpr std::int64_t kDays = 2 * 365;
  if (is_closed(in)) return true;
  const Metadata& metadata = *in.proposal.metadata;
  if (const auto milestone = latest_milestone(in.process, metadata)) {
    const auto at_work = in.facts.release_at_work();
    const auto since = at_work ? releases_between({}, milestone->version, *at_work) : std::nullopt;
    return since && *since > kReleases;
  }
  std::optional<Date> last = metadata.created_on;
  if (const YamlNode* node = metadata.find(in.process, FieldRole::kUpdated)) {
    if (const auto updated = read_date(trim(node->text))) last = updated;
  }
  return last && day_number(in.facts.today()) - day_number(*last) > kDays;
}

Severity warning_while_open(const RuleInput& in) {
  return is_closed(in) ? Severity::kInfo : Severity::kWarning;
}

Severity error_while_open(const RuleInput& in) {
  return closes(in, in.card.metadata->known_status) ? Severity::kWarning : Severity::kError;
}

Severity severity_of_gap(const RuleInput& in) {
  return closes(in, in.card.metadata->known_status) ? Severity::kInfo : Severity::kError;
}

Span first_line(const Source& source, Span span) {
  return {span.begin, std::min(span.end, source.line(source.line_at(span.begin)).end)};
}

Span title_place(const RuleInput& in) {
  const Document& document = in.proposal.document;
  const std::uint32_t title = in.judgement.matching.title;
  if (title != kNone) return document.heading_of(document.sections()[title]).span;
  return document.source().line(0);
}

std::string_view placeholder_in_title(const RuleInput& in) {
  const std::uint32_t title = in.judgement.matching.title;
  if (title == kNone) return {};
  const Document& document = in.proposal.document;
  const std::string words = heading_words(document.heading_of(document.sections()[title]).text);
  for (const std::string& placeholder : in.process.words.title_placeholders) {
    const std::string wanted = heading_words(placeholder);
    // One plain word, such as "Title", is a placeholder only on its own; "NNNN" is no word
    // anybody writes, so it counts wherever it stands.
    const bool anywhere =
        wanted.find(' ') != wanted.npos || std::ranges::all_of(placeholder, is_upper);
    const bool hit = anywhere ? (" " + words + " ").find(" " + wanted + " ") != std::string::npos
                              : words == wanted;
    if (hit) return placeholder;
  }
  return {};
}

namespace {

// Whether what swallows headings begins in the section: it may swallow the answer, too.
bool is_swallowed(const RuleInput& in, std::size_t t) {
  const std::uint32_t found = in.judgement.matching.sections[t].section;
  if (found == kNone) return false;
  const Section& section = in.proposal.document.sections()[found];
  return std::ranges::any_of(in.judgement.swallowed,
                             [&](Span region) { return section.span.contains(region.begin); });
}

bool silent(const RuleInput& in, std::size_t t) {
  const SectionVerdict& verdict = in.judgement.sections[t];
  const bool asked = verdict.need == Need::kDue || verdict.need == Need::kDrift;
  if (verdict.covered_by != kNone || is_swallowed(in, t)) return false;
  return asked && !in.judgement.missing(t) && !is_answer(verdict.fill);
}

bool speaks_for_children(const RuleInput& in, std::size_t t) {
  if (!silent(in, t)) return false;
  for (std::size_t below = t + 1; below < in.judgement.wanted(t).end; ++below) {
    const Fill fill = in.judgement.sections[below].fill;
    const Need need = in.judgement.sections[below].need;
    const bool asked = need == Need::kDue || need == Need::kDrift;
    if (asked && (fill == Fill::kPlaceholder || fill == Fill::kCommented)) return false;
  }
  return true;
}

}  // namespace

bool unanswered(const RuleInput& in, std::size_t t) {
  const TemplateSection& wanted = in.judgement.wanted(t);
  if (wanted.parent != kNone && speaks_for_children(in, wanted.parent)) return false;
  const bool leaf = wanted.end == t + 1;
  return leaf ? silent(in, t) : speaks_for_children(in, t);
}

std::vector<std::size_t> lacking_with(const RuleInput& in, std::size_t t) {
  std::vector<std::size_t> all;
  if (in.judgement.sections[t].need != Need::kDue || !silent(in, t)) return all;
  for (std::size_t below = t + 1; below < in.judgement.wanted(t).end; ++below) {
    if (!in.judgement.missing(below)) return {};
    if (in.judgement.lacking(below) && in.judgement.sections[below].hidden_in.empty()) {
      all.push_back(below);
    }
  }
  return all;
}

std::string and_lacks(const RuleInput& in, std::size_t t) {
  std::vector<std::size_t> all = lacking_with(in, t);
  if (all.empty()) return {};
  const std::string_view noun = all.size() == 1 ? "section" : "sections";
  return fmt::format(" and lacks its {} {}", noun,
                     few_listed(in.judgement.pattern(), std::move(all)));
}

bool is_named_by_gate(const RuleInput& in, std::size_t t) {
  return std::ranges::any_of(in.process.gates, [&](const Gate& gate) {
    return std::ranges::any_of(
        gate.sections, [&](const std::string& title) { return in.judgement.find(title) == t; });
  });
}

Severity severity_of_unanswered(const RuleInput& in, std::size_t t) {
  const bool drift = in.judgement.sections[t].need == Need::kDrift;
  return drift ? Severity::kInfo : warning_while_open(in);
}

bool denies_briefly(const RuleInput& in, std::uint32_t t) {
  constexpr std::size_t kFewWords = 40;
  std::string text;
  for (const Span span : own_text(in.proposal.document, in.judgement, t)) {
    text.append(in.proposal.document.text(span)).append("\n");
    if (count_words(text, kFewWords) >= kFewWords) return false;
  }
  return denies(text);
}

std::string due_text(const RuleInput& in, std::size_t t) {
  const bool drift = in.judgement.sections[t].need == Need::kDrift;
  return (drift ? "newer templates ask for it" : "it is due") + from_stage(in.judgement.wanted(t));
}

std::string with_children(const RuleInput& in, std::size_t t) {
  const TemplateSection& wanted = in.judgement.wanted(t);
  std::vector<std::size_t> children;
  for (std::size_t child = t + 1; child < wanted.end; ++child) {
    const bool same_need = in.judgement.sections[child].need == in.judgement.sections[t].need;
    if (same_need && in.judgement.missing(child) == in.judgement.missing(t))
      children.push_back(child);
  }
  if (children.empty()) return fmt::format("\"{}\"", wanted.title);
  const std::string_view noun = children.size() == 1 ? "section" : "sections";
  return fmt::format("\"{}\" with its {} {}", wanted.title, noun,
                     few_listed(in.judgement.pattern(), std::move(children)));
}

}  // namespace milepost
