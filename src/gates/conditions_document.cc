// Conditions on the document: its sections, what rules find in it, its boxes.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "gates/conditions.h"
#include "gates/not_yet.h"
#include "gates/roles.h"
#include "process/heading_key.h"
#include "process/promise.h"
#include "proposal/links.h"
#include "proposal/unmerged.h"
#include "rules/wording.h"
#include "text/inline.h"

namespace milepost {

namespace {

constexpr std::size_t kShownWords = 60;

std::string note_on(const RuleInput& in, const SectionVerdict& verdict) {
  switch (verdict.fill) {
    case Fill::kPlaceholder: {
      const std::string_view said = trim(
          in.proposal.document.text(first_line(in.proposal.document.source(), verdict.fill_at)));
      return said.empty() || said.size() > kShownWords ? "not filled in yet"
                                                       : fmt::format("says {}", said);
    }
    case Fill::kBoilerplate: return "only the template's text";
    case Fill::kInstructions: return "only instructions";
    case Fill::kCommented: return "all in comments";
    default: return "empty";
  }
}

bool is_filled(const Judgement& judgement, std::size_t t) {
  return !judgement.missing(t) && is_answer(judgement.sections[t].fill);
}

bool is_named(const Judgement& judgement, const Condition& condition, std::size_t t) {
  return std::ranges::any_of(condition.names,
                             [&](const std::string& title) { return judgement.find(title) == t; });
}

// Whether the condition asks for the section: it is due, and the condition names it, one
// above it, or none at all. What it names is due whatever the stage.
bool is_asked_for(const Judgement& judgement, const Condition& condition, std::size_t t) {
  const SectionVerdict& section = judgement.sections[t];
  if (section.covered_by != kNone) return false;
  if (is_named(judgement, condition, t)) return true;
  if (section.need != Need::kDue) return false;
  if (condition.names.empty()) return true;
  if (!condition.below) return false;
  for (std::uint32_t at = judgement.wanted(t).parent; at != kNone;
       at = judgement.wanted(at).parent) {
    if (is_named(judgement, condition, at)) return true;
  }
  return false;
}

bool is_lacking(const Judgement& judgement, const Condition& condition, std::size_t t) {
  return is_asked_for(judgement, condition, t) && !is_filled(judgement, t);
}

// How many of those below the section are lacking with it.
std::size_t lacking_below(const Judgement& judgement, const Condition& condition, std::size_t t) {
  std::size_t count = 0;
  for (std::size_t below = t + 1; below < judgement.sections.size(); ++below) {
    if (judgement.wanted(below).level <= judgement.wanted(t).level) break;
    if (is_lacking(judgement, condition, below)) ++count;
  }
  return count;
}

struct Sections {
  std::size_t due = 0;
  std::size_t lacking = 0;  // missing, or not filled
};

// Lists what is not filled; what is lacking with the one above it is said there.
Sections add_sections(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const RuleInput& in = input.in;
  const Judgement& judgement = in.judgement;
  Sections sections;
  for (std::size_t t = 0; t < judgement.sections.size(); ++t) {
    if (is_asked_for(judgement, condition, t)) ++sections.due;
    if (!is_lacking(judgement, condition, t)) continue;
    ++sections.lacking;
    const std::uint32_t parent = judgement.wanted(t).parent;
    if (parent != kNone && is_lacking(judgement, condition, parent)) continue;
    const bool missing = judgement.missing(t);
    std::string note = missing ? "missing" : note_on(in, judgement.sections[t]);
    const std::size_t below = lacking_below(judgement, condition, t);
    if (below > 0) note += fmt::format(" (and {} below)", below);
    std::optional<Spot> spot;
    if (!missing) {
      spot = spot_of(in.proposal.document.source(), judgement.matching.sections[t].heading);
    }
    verdict.details.push_back(
        {path_of(judgement.pattern(), t), std::move(note), std::move(spot), true});
  }
  return sections;
}

bool is_chosen(const Condition& condition, const Finding& finding) {
  return std::ranges::any_of(condition.names, [&](const std::string& rule) {
    return finding.code.starts_with(rule) || finding.name == rule;
  });
}

}  // namespace

void judge_sections(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const auto [due, lacking] = add_sections(input, condition, verdict);
  std::string stage = input.in.judgement.small_set || input.step.to_stage.empty()
                          ? fmt::format("due when {}", input.step.to_status)
                          : fmt::format("for {}", input.step.to_stage);
  if (!condition.names.empty())
    stage = fmt::format("of {} {}", fmt::join(condition.names, ", "), stage);
  if (verdict.details.empty()) {
    verdict.holds = Holds::kYes;
    verdict.message =
        fmt::format("{} {} {} filled", counted(due, "section"), stage, due == 1 ? "is" : "are");
    return;
  }
  verdict.holds = Holds::kNo;
  verdict.advice = verdict.advice || lacking <= condition.most_open;
  verdict.message = fmt::format("{} of {} {} {} not filled", lacking, counted(due, "section"),
                                stage, lacking == 1 ? "is" : "are");
  verdict.spot = spot_of(input.in.proposal.document.source(), {});
  std::vector<std::string> titles;
  for (const Detail& detail : verdict.details) titles.push_back(detail.text);
  verdict.remedies = {
      remedy::FillSections{called(input.in.card), input.step.to_stage, std::move(titles)}};
}

void judge_template(const GateInput& input, const Condition&, Verdict& verdict) {
  const Judgement& judgement = input.in.judgement;
  if (judgement.kind->lineage.versions.empty()) return;  // there was never another
  const auto newer = [&](std::size_t t) {
    return judgement.sections[t].need == Need::kDrift && judgement.missing(t);
  };
  std::size_t missing = 0;
  for (std::size_t t = 0; t < judgement.sections.size(); ++t) {
    if (!newer(t)) continue;
    ++missing;
    const std::uint32_t parent = judgement.wanted(t).parent;
    if (parent != kNone && newer(parent)) continue;
    std::size_t below = 0;
    for (std::size_t b = t + 1; b < judgement.wanted(t).end; ++b) below += newer(b) ? 1 : 0;
    verdict.details.push_back({path_of(judgement.pattern(), t),
                               below > 0 ? fmt::format("missing (and {} below)", below) : "missing",
                               {},
                               true});
  }
  verdict.holds = missing == 0 ? Holds::kYes : Holds::kNo;
  verdict.message = "the document follows the current template";
  if (missing == 0) return;
  const TemplateVersion& version = judgement.kind->lineage.versions[judgement.version];
  verdict.message = fmt::format(
      "{} of the current template {} missing; the document was written for that of {}",
      counted(missing, "section"), missing == 1 ? "is" : "are", to_string(version.date));
  verdict.spot = spot_of(input.in.proposal.document.source(), {});
  verdict.remedies = {remedy::Upgrade{called(input.in.card)}};
}

void judge_merged(const GateInput& input, const Condition&, Verdict& verdict) {
  const Unmerged* const unmerged = input.in.card.unmerged.get();
  verdict.holds = unmerged ? Holds::kNo : Holds::kYes;
  verdict.message = "its text is merged";
  if (!unmerged) return;
  const std::string place = short_place(unmerged->place);
  verdict.message = fmt::format("not merged yet ({})", place);
  verdict.remedies = {remedy::MergeText{place}};
}

std::optional<Verdict> missing_text(const RuleInput& in) {
  const Unmerged* const unmerged = in.card.unmerged.get();
  if (!unmerged || (in.card.has_text() && unmerged->problem.empty())) return std::nullopt;
  const std::string& proposal = called(in.card);
  Verdict verdict = missing_verdict(
      VerdictKind::kReadable,
      unmerged->place.empty() ? std::string("no text is known of it yet") : unmerged->problem);
  if (!unmerged->fetch.empty()) {
    verdict.remedies = {remedy::FetchText{unmerged->fetch}};
  } else if (unmerged->place.empty()) {
    verdict.remedies = {remedy::NameText{proposal}};
  }
  verdict.who = in.card.authors;
  if (const Role* const author = author_role(in.process)) {
    verdict.role = author->id;
    verdict.role_title = author->title;
  }
  return verdict;
}

void judge_findings(const GateInput& input, const Condition& condition, Verdict& verdict) {
  std::vector<Detail> warnings;
  Positions positions;
  for (const Finding& finding : input.findings) {
    if (!is_chosen(condition, finding)) continue;
    const bool counts = finding.severity >= condition.severity;
    if (!counts && finding.severity != Severity::kWarning) continue;
    (counts ? verdict.details : warnings)
        .push_back({fmt::format("{} {}", finding.code, finding.message), "",
                    finding.source
                        ? std::optional(spot_of(*finding.source, finding.span, positions))
                        : std::nullopt});
  }
  const std::string title = condition.title.empty() ? "nothing is amiss" : condition.title;
  verdict.holds = verdict.details.empty() ? Holds::kYes : Holds::kNo;
  if (verdict.details.empty()) {
    verdict.message = warnings.empty() ? title
                                       : fmt::format("{}, but for {}", title,
                                                     counted(warnings.size(), "warning"));
    verdict.details = std::move(warnings);
    return;
  }
  verdict.message =
      fmt::format("{} ({})", not_yet(title), counted(verdict.details.size(), "finding"));
  verdict.spot = verdict.details.front().spot;
  verdict.remedies = {remedy::MendFindings{called(input.in.card), input.step.to_stage}};
}

// Whether the debate is put off to a stage after the one aimed at. What closes a proposal leaves
// nothing open.
bool may_wait(const GateInput& input, std::string_view context) {
  const Status* const status = input.in.process.find_status(input.step.to_status);
  if ((status && status->closed) || !input.in.judgement.stage_said) return false;
  const PromiseReader& promises = input.in.judgement.fills->promises();
  const auto promise = promises.leading_stage(context);
  return promise && !promises.is_due(*promise, input.in.judgement.stage);
}

void judge_resolved(const GateInput& input, const Condition&, Verdict& verdict) {
  const Document& document = input.in.proposal.document;
  Positions positions;
  for (const Unresolved& block : document.unresolved()) {
    if (block.hidden || block.open.empty()) continue;
    const std::string_view context = trim(document.text(block.context));
    if (may_wait(input, context)) continue;
    verdict.details.push_back({context.empty() ? "UNRESOLVED" : std::string(context), "",
                               spot_of(document.source(), block.open, positions)});
  }
  verdict.holds = verdict.details.empty() ? Holds::kYes : Holds::kNo;
  verdict.message = verdict.details.empty()
                        ? "nothing is under debate"
                        : fmt::format("{} still under debate",
                                      verdict.details.size() == 1
                                          ? "one part is"
                                          : fmt::format("{} parts are", verdict.details.size()));
  if (verdict.details.empty()) return;
  verdict.spot = verdict.details.front().spot;
  verdict.remedies = {remedy::SettleDebate{}};
}

void judge_links(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const RuleInput& in = input.in;
  const std::string_view pattern = in.judgement.pattern().document().text();
  for (const std::string& title : condition.names) {
    const std::uint32_t t = in.judgement.find(title);
    if (t == kNone || in.judgement.missing(t)) continue;
    const auto spans = own_text(in.proposal.document, in.judgement, t);
    for (const LinkedPlace& place : in.links.places()) {
      const bool here = std::ranges::any_of(spans, [&](const Span span) {
        return span.begin <= place.span.begin && place.span.begin < span.end;
      });
      const bool own = pattern.find(place.destination) == pattern.npos;
      if (!here || !own || place.target.kind == TargetKind::kAnchor ||
          place.target.kind == TargetKind::kMalformed) {
        continue;
      }
      verdict.holds = Holds::kYes;
      verdict.spot = spot_of(in.proposal.document.source(), place.span);
      verdict.message = condition.title.empty() ? "there is a link" : condition.title;
      return;
    }
  }
  verdict.holds = Holds::kNo;
  verdict.message = condition.title.empty() ? "there is no link" : not_yet(condition.title);
  verdict.remedies = {remedy::AddLink{condition.names}};
}

}  // namespace milepost
