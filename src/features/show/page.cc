#include "features/show/page.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "workspace/examine.h"

namespace milepost::show {

namespace {

// The template's sections as the proposal has them, below the title, and the
// author's own where they stand.
class SectionLines {
 public:
  SectionLines(const Document& document, const Judgement& judgement)
      : document_(document), judgement_(judgement) {}

  std::vector<SectionLine> make() {
    const auto& wanted = judgement_.pattern().sections();
    std::vector<SectionLine> lines;
    for (std::uint32_t t = 0; t < wanted.size(); ++t) {
      const bool is_title = wanted[t].level == 1;
      if (is_title || (wanted[t].parent != kNone && wanted[wanted[t].parent].level != 1)) continue;
      SectionLine line = line_of(t);
      for (std::uint32_t below = t + 1; below < wanted[t].end; ++below) {
        line.below.push_back(line_of(below));
      }
      lines.push_back(std::move(line));
    }
    add_own(lines);
    return lines;
  }

 private:
  SectionLine line_of(std::uint32_t t) const {
    SectionLine line;
    line.title = judgement_.wanted(t).title;
    line.level = judgement_.wanted(t).level;
    line.health = health_of(judgement_, t);
    const Match& match = judgement_.matching.sections[t];
    if (match.found()) line.line = document_.source().line_at(match.heading.begin) + 1;
    return line;
  }

  // Top sections the template does not have.
  void add_own(std::vector<SectionLine>& lines) const {
    const auto& sections = document_.sections();
    std::vector<SectionLine> all;
    auto next = lines.begin();  // the first of the template's that is not in `all` yet
    for (std::uint32_t s = 0; s < sections.size(); ++s) {
      const Heading& heading = document_.heading_of(sections[s]);
      const bool claimed =
          s < judgement_.matching.claimed_by.size() && judgement_.matching.claimed_by[s] != kNone;
      constexpr int kTop = 2;
      if (claimed || s == judgement_.matching.title || heading.level != kTop) continue;
      SectionLine line;
      line.title = heading.text;
      line.level = heading.level;
      line.beyond_template = true;
      line.line = heading.line + 1;
      const auto after = std::find_if(
          next, lines.end(), [&](const SectionLine& other) { return other.line > line.line; });
      std::move(next, after, std::back_inserter(all));
      next = after;
      all.push_back(std::move(line));
    }
    std::move(next, lines.end(), std::back_inserter(all));
    lines = std::move(all);
  }

  const Document& document_;
  const Judgement& judgement_;
};

std::string name_of(const Card& card) {
  std::string text = called(card);
  if (!card.title.empty()) text += " " + card.title;
  if (!card.status.empty()) text += fmt::format(" ({})", card.status);
  return text;
}

std::string_view words_for(FieldRole role) {
  switch (role) {
    case FieldRole::kReplaces: return "replaces";
    case FieldRole::kSupersededBy: return "replaced by";
    case FieldRole::kRequires: return "builds on";
    default: return "see also";
  }
}

std::string_view words_for_named(FieldRole role) {
  switch (role) {
    case FieldRole::kReplaces: return "replaced by";
    case FieldRole::kSupersededBy: return "replaces";
    case FieldRole::kRequires: return "built on by";
    default: return "named by";
  }
}

std::vector<RelationLine> relation_lines(const Facts& facts, const Card& card) {
  std::vector<RelationLine> lines;
  const auto add = [&](std::string_view relation, std::string text, std::string path,
                       bool resolved) {
    const bool known = std::ranges::any_of(lines, [&](const RelationLine& line) {
      return !path.empty() && line.path == path && line.relation == relation;
    });
    if (!known) {
      lines.push_back({std::string(relation), std::move(text), std::move(path), resolved});
    }
  };
  for (const Reference& reference : facts.references_of(card)) {
    if (reference.kind == ReferenceKind::kProposal) {
      const Card& other = *reference.card;
      add(words_for(reference.role), name_of(other), other.path, true);
    } else {
      add(words_for(reference.role), reference.text, {}, reference.kind != ReferenceKind::kNothing);
    }
  }
  for (const FieldRole role : {FieldRole::kReplaces, FieldRole::kSupersededBy, FieldRole::kRequires,
                               FieldRole::kSeeAlso}) {
    for (const Card* other : facts.naming(card, role)) {
      const bool known = std::ranges::any_of(
          lines, [&](const RelationLine& line) { return line.path == other->path; });
      if (!known) add(words_for_named(role), name_of(*other), other->path, true);
    }
  }
  return lines;
}

}  // namespace

Result<ProposalPage> make_page_despite(const Workspace& workspace, const std::string& subject) {
  TRY(auto found, workspace.select_one(subject));
  auto selection = std::make_shared<Selection>(std::move(found));
  const Selected& selected = selection->proposals.front();
  Examined examined = examine(selected, workspace.options().judging.stage);

  ProposalPage page;
  page.card = *selected.card;
  page.kept = selection;
  page.run.notes = selection->notes;
  page.run.proposals = 1;
  page.relations = relation_lines(selected.at->facts(), *selected.card);
  page.run.read_errors = std::move(examined.read_errors);
  if (!examined.proposal) return page;
  page.stage = examined.judgement.stage;
  const auto& versions = examined.judgement.kind->lineage.versions;
  if (!versions.empty()) {
    const TemplateVersion& version = versions[examined.judgement.version];
    page.template_version = fmt::format("{} of {}", version.id, to_string(version.date));
    page.current_template = examined.judgement.version + 1 == versions.size();
  }
  if (!selected.card->has_text()) page.template_version.clear();
  if (selected.card->has_text()) page.due = health_of_due(examined.judgement);
  if (!examined.proposal->document_missing) {
    page.sections = SectionLines(examined.proposal->document, examined.judgement).make();
  }
  page.run.sources = examined.sources(selected);
  page.run.findings = std::move(examined.findings);
  findings::sort_by_place(page.run.findings);
  findings::shorten(page.run, {});
  return page;
}

Result<ProposalPage> make_page(const Workspace& workspace, const std::string& subject) {
  TRY(auto page, make_page_despite(workspace, subject));
  if (page.run.read_errors.empty()) return page;
  const ReadError& error = page.run.read_errors.front();
  return failure(fmt::format("{}: {}", error.path, error.message));
}

ProposalPage with_reviews(const Workspace& workspace, const std::string& subject,
                          ProposalPage page) {
  auto reviews = review::reviews_given(workspace, page.card, subject);
  if (reviews) {
    page.reviews = std::move(*reviews);
  } else {
    page.run.notes.push_back("reviews are left out: " + reviews.error().message);
  }
  return page;
}

}  // namespace milepost::show
