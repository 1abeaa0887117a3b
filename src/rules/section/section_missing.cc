// MP201 section-missing: the template the proposal was written for requires a
// section that is not there. An error, unless the proposal is closed, a heading is
// there that may be meant for it, or nobody said that it is required. Several below
// one parent are one finding.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "rules/all.h"
#include "rules/section/new_section.h"
#include "rules/wording.h"

namespace milepost {

namespace {

bool absent(const RuleInput& in, std::size_t t) {
  return in.judgement.lacking(t) && in.judgement.sections[t].hidden_in.empty();
}

bool is_title(const RuleInput& in, std::size_t t) {
  return t == 0 && in.judgement.wanted(t).level == 1;
}

// The section and those below it that are missing with it.
std::vector<std::size_t> with_absent_children(const RuleInput& in, std::size_t t) {
  std::vector<std::size_t> all{t};
  for (std::size_t below = t + 1; below < in.judgement.wanted(t).end; ++below) {
    if (absent(in, below)) all.push_back(below);
  }
  return all;
}

std::string reason(const RuleInput& in, std::size_t t) {
  if (in.judgement.small_set) return fmt::format(" while {}", in.proposal.metadata->known_status);
  return from_stage(in.judgement.wanted(t));
}

// The template's sections right below one that are due.
std::vector<std::size_t> due_children(const RuleInput& in, std::size_t t) {
  std::vector<std::size_t> children;
  for (std::size_t below = t + 1; below < in.judgement.wanted(t).end; ++below) {
    const Need need = in.judgement.sections[below].need;
    if (in.judgement.wanted(below).parent == t && need == Need::kDue) children.push_back(below);
  }
  return children;
}

class MissingSections {
 public:
  MissingSections(const RuleInput& in, Sink& sink)
      : in_(in), sink_(sink), meant_(in.judgement.sections.size()) {}

  void run() {
    const std::size_t count = in_.judgement.sections.size();
    for (std::size_t t = 0; t < count; ++t) {
      if (!absent(in_, t)) continue;
      meant_[t] = find_meant(document_, in_.judgement.matching, wanted(t));
      if (meant_[t].section == kNone) meant_[t] = taken_for_later(t);
    }
    std::vector<bool> said(count);
    for (std::size_t t = 0; t < count; ++t) {
      if (!absent(in_, t) || said[t]) continue;
      const std::uint32_t parent = wanted(t).parent;
      if (parent != kNone && absent(in_, parent)) continue;  // said with its parent
      if (parent != kNone && !lacking_with(in_, parent).empty()) continue;
      if (stands_in_parts(t)) {
        report_parts(t);
        continue;
      }
      const std::vector<std::size_t> all = siblings(t);
      for (const std::size_t one : all) said[one] = true;
      all.size() > 1 ? report_several(all) : report_one(t);
    }
  }

 private:
  const TemplateSection& wanted(std::size_t t) const { return in_.judgement.wanted(t); }

  // "Design" where the template had no "Design Details" yet: the one that only a later template
  // has may be meant for its neighbour.
  Meant taken_for_later(std::size_t t) const {
    const std::size_t next = wanted(t).end;
    if (next >= in_.judgement.sections.size() || wanted(next).parent != wanted(t).parent) return {};
    const Match& match = in_.judgement.matching.sections[next];
    const SectionVerdict& verdict = in_.judgement.sections[next];
    if (!match.found() || match.bold != kNone || match.step == MatchStep::kExact) return {};
    if (verdict.need != Need::kDrift || !is_answer(verdict.fill)) return {};
    return {match.section, match.section};
  }

  // The heading that is the section, or may be meant for it.
  std::uint32_t place_of(std::size_t t) const {
    return in_.judgement.missing(t) ? meant_[t].last : in_.judgement.matching.sections[t].section;
  }
  // Whether the section `at` can be a neighbour of `t`: of headings that may be meant, only a
  // sibling's.
  bool stands(std::size_t at, std::size_t t) const {
    if (!in_.judgement.missing(at)) return true;
    return meant_[at].last != kNone && wanted(at).parent == wanted(t).parent;
  }

  // The section of the document to add it after: a sibling, or the parent.
  std::size_t before(std::size_t t) const {
    std::size_t at = t;
    while (at > 0 && !stands(at - 1, t)) --at;
    if (at == 0) return kNone;
    --at;
    const std::uint32_t parent = wanted(t).parent;
    while (at != parent && wanted(at).parent != parent) {
      const std::uint32_t above = wanted(at).parent;
      if (above == kNone || !stands(above, t)) break;
      at = above;
    }
    const bool apart = stands_outside(at, parent) && siblings_in(place_of(parent), t) > 0;
    return apart ? parent : at;
  }

  // A sibling that is in another section of the document than the parent they share.
  bool stands_outside(std::size_t sibling, std::uint32_t parent) const {
    if (parent == kNone || sibling == parent || is_title(in_, parent)) return false;
    if (wanted(sibling).parent != parent || in_.judgement.missing(parent)) return false;
    const std::uint32_t inner = place_of(sibling);
    const std::uint32_t outer = place_of(parent);
    if (inner == kNone || outer == kNone) return false;
    return inner < outer || inner >= document_.sections()[outer].end_section;
  }

  // The document's section to add `t` after. What stands alone deeper than the template has it,
  // such as "Request Flow" inside "API", is left for what it stands in.
  std::uint32_t beside(std::size_t neighbour, std::size_t t) const {
    const std::vector<Section>& sections = document_.sections();
    std::uint32_t at = place_of(neighbour);
    if (at == kNone || neighbour == wanted(t).parent) return at;
    const auto level = [&](std::uint32_t s) { return document_.heading_of(sections[s]).level; };
    while (level(at) > wanted(t).level) {
      const std::uint32_t above = sections[at].parent;
      if (above == kNone || above == in_.judgement.matching.title) break;
      if (level(above) < wanted(t).level || siblings_in(above, t) > 1) break;
      at = above;
    }
    return at;
  }

  // How many of the template's sections beside `t` the document has right below one of its own.
  std::size_t siblings_in(std::uint32_t above, std::size_t t) const {
    std::size_t count = 0;
    for (std::size_t other = 0; other < in_.judgement.sections.size(); ++other) {
      if (wanted(other).parent != wanted(t).parent || in_.judgement.missing(other)) continue;
      const std::uint32_t at = place_of(other);
      if (at != kNone && document_.sections()[at].parent == above) ++count;
    }
    return count;
  }

  Span heading_at(std::size_t neighbour, std::size_t t) const {
    const std::uint32_t at = beside(neighbour, t);
    if (at == place_of(neighbour) && !in_.judgement.missing(neighbour)) {
      return in_.judgement.matching.sections[neighbour].heading;
    }
    return document_.heading_of(document_.sections()[at]).span;
  }
  std::string_view title_at(std::size_t neighbour, std::size_t t) const {
    const std::uint32_t at = beside(neighbour, t);
    // A question may have its answer in the heading, too.
    const bool question = wanted(neighbour).is_question();
    const bool bold = in_.judgement.matching.sections[neighbour].bold != kNone;
    if (at == place_of(neighbour) && !in_.judgement.missing(neighbour) && (question || bold)) {
      return wanted(neighbour).title;
    }
    return document_.heading_of(document_.sections()[at]).text;
  }

  // "; add it after "Goals"".
  std::string place_text(std::size_t t, std::size_t neighbour, std::string_view what) const {
    if (neighbour == kNone) return {};
    if (neighbour == 0) return fmt::format("; add {} below the title", what);
    const bool inside = neighbour == wanted(t).parent;
    return fmt::format("; add {} {} \"{}\"", what, inside ? "to" : "after", title_at(neighbour, t));
  }

  std::optional<Edit> edit(const std::vector<std::size_t>& sections, std::size_t neighbour) const {
    if (neighbour == kNone || place_of(neighbour) == kNone) return std::nullopt;
    const std::uint32_t at = beside(neighbour, sections.front());
    if (in_.judgement.missing(neighbour) || at != place_of(neighbour)) {
      return new_sections(in_, sections, neighbour, at);
    }
    return new_sections(in_, sections, neighbour);
  }

  // Whether most proposals of its time lack it, too: a template unknown to the lineage has no
  // versions by which to tell.
  bool is_younger(std::size_t t) const {
    const auto created = in_.proposal.metadata->created_on;
    const Kind& kind = *in_.judgement.kind;
    const bool silent = kind.lineage.versions.empty() && !in_.judgement.pattern().has_directives();
    const bool own = (kind.repository && kind.telling_past()) || silent;
    if (!own || !created || !in_.facts.is_repository()) return false;
    const auto since = in_.facts.usual_since(wanted(t).title);
    return !since || *created < *since;
  }

  // What is required only because it stands in a template that says nothing about that is no
  // error, unless a gate names it.
  Severity severity(std::size_t t) const {
    if (is_younger(t)) return Severity::kInfo;
    const Severity usual =
        std::min(severity_of_gap(in_), stands_below(t) ? Severity::kWarning : Severity::kError);
    const bool only_inferred =
        !in_.judgement.pattern().has_directives() && !is_named_by_gate(in_, t);
    return only_inferred || is_approved_without(t) ? std::min(usual, Severity::kWarning) : usual;
  }

  // Whether those who answer for the section have approved the stage as it is.
  bool is_approved_without(std::size_t t) const {
    if (!in_.judgement.stage_said) return false;
    return std::ranges::any_of(in_.facts.reviews_of(in_.card), [&](const ReviewFile* file) {
      if (people_in(in_.process, file->approver(in_.judgement.stage)).empty()) return false;
      return std::ranges::any_of(file->review->sections, [&](const std::string& title) {
        return in_.judgement.find(title) == t;
      });
    });
  }

  // Nobody fills the gaps of a proposal that is done with, nor those of its time.
  bool is_to_add(const Finding& finding) const {
    return !is_closed(in_) && finding.severity > Severity::kInfo;
  }

  void report_one(std::size_t t) {
    const std::size_t neighbour = before(t);
    std::string message = fmt::format("{} is required{}{}", with_children(in_, t), reason(in_, t),
                                      place_text(t, neighbour, "it"));
    const std::uint32_t meant = meant_[t].section;
    if (meant != kNone) {
      message += fmt::format(" (or is \"{}\" meant for it?)",
                             document_.heading_of(document_.sections()[meant]).text);
    }
    if (is_younger(t)) message += " (most proposals of its time lack it, too)";
    const bool answered = meant == kNone && may_be_answered_above(t);
    if (answered) {
      message += fmt::format(" (or does the text right below \"{}\" answer it?)",
                             wanted(wanted(t).parent).title);
    }
    const bool told = meant != kNone || answered;
    const Severity at_most = told ? Severity::kWarning : Severity::kError;
    const Source& source = document_.source();
    const Span place = neighbour == kNone ? source.line(0) : heading_at(neighbour, t);
    Finding& finding = sink_.report(std::min(severity(t), at_most), source,
                                    first_line(source, place), std::move(message));
    finding.section = wanted(t).title;
    if (!is_to_add(finding) || told || children_found(t) > 0) return;
    if (auto added = edit(with_absent_children(in_, t), neighbour)) {
      finding.fixes.push_back({"add it with its guidance", {std::move(*added)}});
    }
  }

  // A question whose heading is lost: what stands right below the parent's may be its answer.
  bool may_be_answered_above(std::size_t t) const {
    const std::uint32_t parent = wanted(t).parent;
    if (!wanted(t).is_question() || parent == kNone || place_of(parent) == kNone) return false;
    const auto& match = in_.judgement.matching.sections[parent];
    if (!match.found() || match.bold != kNone) return false;
    const Section& section = document_.sections()[match.section];
    const Span own{section.body.begin,
                   match.section + 1 < section.end_section
                       ? document_.heading_of(document_.sections()[match.section + 1]).span.begin
                       : section.body.end};
    const std::vector<Span> spans{own};
    return is_answer(in_.judgement.fills->judge(document_, spans, wanted(parent)).fill);
  }

  // Those missing below the same parent for the same reason and as badly, from this one on.
  // Sections at the top are told one by one.
  std::vector<std::size_t> siblings(std::size_t t) const {
    std::vector<std::size_t> all{t};
    const std::uint32_t parent = wanted(t).parent;
    const bool top = parent == kNone || is_title(in_, parent) || in_.judgement.missing(parent);
    if (top || meant_[t].section != kNone) return all;
    for (std::size_t other = t + 1; other < wanted(parent).end; ++other) {
      if (wanted(other).parent != parent || !absent(in_, other)) continue;
      if (meant_[other].section != kNone || reason(in_, other) != reason(in_, t)) continue;
      if (severity(other) != severity(t)) continue;
      if (!stands_in_parts(other)) all.push_back(other);
    }
    return all;
  }

  // A section that says something, and has none of the sections that are to be below it: what
  // they ask for may be in its text.
  bool is_one_text(std::uint32_t parent) const {
    if (!is_answer(in_.judgement.sections[parent].fill)) return false;
    if (wanted(parent).questionnaire) return false;  // one that answers all of them covers them
    for (std::size_t below = parent + 1; below < wanted(parent).end; ++below) {
      if (!in_.judgement.missing(below)) return false;
      if (in_.judgement.sections[below].need == Need::kDue && wanted(below).parent != parent) {
        return false;
      }
    }
    return true;
  }

  void report_several(const std::vector<std::size_t>& all) {
    const std::uint32_t parent = wanted(all.front()).parent;
    const std::string listed = few_listed(in_.judgement.pattern(), all);
    std::size_t neighbour = before(all.front());
    const bool together =
        std::ranges::all_of(all, [&](std::size_t t) { return before(t) == neighbour; });
    if (!together) neighbour = parent;
    const std::string place = place_text(all.front(), neighbour, "them");
    const bool one_text = is_one_text(parent);
    std::string message =
        one_text ? fmt::format("\"{}\" lacks its sections {}{}", wanted(parent).title, listed,
                               reason(in_, all.front()).empty()
                                   ? ""
                                   : fmt::format(", required{}", reason(in_, all.front())))
                 : fmt::format("{} are required{}{}", listed, reason(in_, all.front()), place);
    const Severity usual = severity(all.front());
    const Source& source = document_.source();
    Finding& finding =
        sink_.report(one_text ? std::min(usual, Severity::kWarning) : usual, source,
                     first_line(source, heading_at(neighbour, all.front())), std::move(message));
    finding.section = wanted(all.front()).title;
    if (is_to_add(finding)) offer(all, finding);
  }

  // Each where it belongs; neighbours in one edit.
  void offer(const std::vector<std::size_t>& all, Finding& finding) const {
    std::vector<Edit> edits;
    for (std::size_t i = 0; i < all.size();) {
      const std::size_t neighbour = before(all[i]);
      std::vector<std::size_t> sections;
      for (; i < all.size() && before(all[i]) == neighbour; ++i) {
        std::ranges::copy(with_absent_children(in_, all[i]), std::back_inserter(sections));
      }
      auto added = edit(sections, neighbour);
      if (!added) return;
      edits.push_back(std::move(*added));
    }
    std::ranges::sort(edits, {}, [](const Edit& edit) { return edit.span.begin; });
    finding.fixes.push_back({"add them with their guidance", std::move(edits)});
  }

  // A parent without a heading, all of whose sections stand in the document. With one alone it
  // has more to say than that one, and one that a gate names is asked for itself.
  bool stands_in_parts(std::size_t t) const { return stands_below(t) && !is_named_by_gate(in_, t); }

  // All that is to stand below it is there.
  bool stands_below(std::size_t t) const {
    const std::vector<std::size_t> children = due_children(in_, t);
    const bool all = std::ranges::none_of(
        children, [&](std::size_t child) { return in_.judgement.missing(child); });
    return all && !children.empty() && children_found(t) >= 2;
  }

  std::size_t children_found(std::size_t t) const {
    std::size_t count = 0;
    for (std::size_t below = t + 1; below < wanted(t).end; ++below) {
      if (wanted(below).parent == t && !in_.judgement.missing(below)) ++count;
    }
    return count;
  }

  void report_parts(std::size_t t) {
    const std::vector<std::size_t> children = due_children(in_, t);
    const Source& source = document_.source();
    sink_
        .report(Severity::kInfo, source,
                first_line(source, in_.judgement.matching.sections[children.front()].heading),
                fmt::format("{} {} without the heading \"{}\" above {}",
                            few_listed(in_.judgement.pattern(), children),
                            children.size() == 1 ? "stands" : "stand", wanted(t).title,
                            children.size() == 1 ? "it" : "them"))
        .section = wanted(t).title;
  }

  const RuleInput& in_;
  Sink& sink_;
  const Document& document_ = in_.proposal.document;
  std::vector<Meant> meant_;  // parallel to the template's sections
};

}  // namespace

void section_missing(const RuleInput& in, Sink& sink) { MissingSections(in, sink).run(); }

}  // namespace milepost
