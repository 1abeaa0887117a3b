#include "features/upgrade/merge.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <utility>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"
#include "features/upgrade/outline.h"
#include "features/upgrade/places.h"
#include "features/upgrade/question_split.h"
#include "features/upgrade/refresh.h"
#include "features/upgrade/target.h"
#include "process/heading_key.h"
#include "proposal/guidance.h"
#include "text/toc.h"

namespace milepost::upgrade {

namespace {

class Upgrader {
 public:
  Upgrader(const Proposal& proposal, const Judgement& judgement, std::size_t to, TocStyle toc)
      : document_(proposal.document),
        toc_(toc),
        judgement_(judgement),
        target_(judgement, to, proposal.metadata->created_on),
        outline_(proposal.document),
        places_(judgement, outline_) {}

  // Nothing when the text does not come out as planned.
  std::optional<Upgrade> run(bool questions) && {
    if (questions) split();
    rename();
    place();
    clear_removed();
    if (target_.is_current()) refresh_all();
    return finish();
  }

 private:
  struct Done {
    UpgradeAct act;
    std::string section;
    std::string detail;
    const OutlineNode* node = nullptr;
  };

  void note(UpgradeAct act, const OutlineNode& node, std::string detail = {}) {
    done_.push_back({act, node.title, std::move(detail), &node});
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(judgement_.sections.size()); }

  void split() {
    std::vector<BoldQuestion> questions;
    for (std::uint32_t t = 1; t < count(); ++t) {
      const Match& match = judgement_.matching.sections[t];
      if (match.bold == kNone || target_.level(t) == 0) continue;
      const std::string_view written = document_.bold_items()[match.bold].text;
      questions.push_back(
          {t, target_.is_template_title(written) ? target_.title(t) : std::string(written)});
    }
    for (OutlineNode* node : split_questions(document_, judgement_, questions, outline_)) {
      places_.set(node->wanted, *node);
      note(UpgradeAct::kQuestion, *node);
    }
  }

  // A heading in the template's own words follows the template; one in the author's
  // stays.
  void rename() {
    for (std::uint32_t t = 1; t < count(); ++t) {
      OutlineNode* const node = places_.own(t);
      if (!node || node->section == kNone || !target_.renames(t, node->title)) continue;
      std::string before = node->title;
      outline_.rewrite(*node, node->level, target_.title(t));
      note(UpgradeAct::kRenamed, *node, std::move(before));
    }
  }

  // In the template's order, so that what a section is put beside is there already.
  void place() {
    const std::vector<bool> added = target_.added();
    for (std::uint32_t t = 1; t < count(); ++t) {
      if (added[t]) {
        insert(t);
      } else if (OutlineNode* const node = places_.own(t); node && moves(t, *node, added)) {
        move(t, *node);
      }
    }
  }

  // The template moved it; or it stands at the top for want of the section that the
  // template has it below. What happens to be called like a part of a questionnaire
  // is no answer to it.
  bool moves(std::uint32_t t, const OutlineNode& node, const std::vector<bool>& added) const {
    const std::uint32_t parent = judgement_.wanted(t).parent;
    const bool homeless = parent != kNone && added[parent] && places_.is_top(node) &&
                          !judgement_.wanted(parent).questionnaire;
    return homeless || target_.moves(t, node.level);
  }

  void insert(std::uint32_t t) {
    const auto place = places_.find(t);
    if (!place) return;
    const std::string text = guidance(*judgement_.kind, judgement_.wanted(t));
    auto node =
        outline_.make(place->level, target_.title(t), text.empty() ? "\n" : "\n" + text + "\n\n");
    node->wanted = t;
    OutlineNode& put = outline_.put(*place->parent, place->index, std::move(node));
    places_.set(t, put);
    note(UpgradeAct::kInserted, put);
  }

  void move(std::uint32_t t, OutlineNode& node) {
    const auto place = places_.find(t, &node);
    if (!place) return;
    const bool stays = node.parent == place->parent;
    if (stays && node.level == place->level) return;
    auto taken = Outline::take(node);
    outline_.rewrite(*taken, place->level, taken->title);
    outline_.put(*place->parent, place->index, std::move(taken));
    note(stays ? UpgradeAct::kLevel : UpgradeAct::kMoved, node, place->parent->title);
  }

  // Headings that the template no longer has.
  void clear_removed() {
    const auto all = outline_.in_order();
    // From below, so that none goes with its parent before its turn.
    for (OutlineNode* last : std::ranges::reverse_view(all)) {
      if (is_empty(*last)) remove(*last);
    }
    for (OutlineNode* node : outline_.in_order()) {
      if (is_removed(*node) && !unwrap_toc(*node)) note(UpgradeAct::kKept, *node);
    }
  }

  void remove(OutlineNode& node) {
    done_.push_back({UpgradeAct::kRemoved, node.title, {}, nullptr});
    Outline::take(node);
  }

  bool is_removed(const OutlineNode& node) const {
    if (node.section == kNone || node.wanted != kNone) return false;
    const KnownHeading* const known = judgement_.matching.known[node.section];
    return known && !known->targets() && target_.drops(std::string(known->key), node);
  }

  bool is_empty(const OutlineNode& node) const {
    return is_removed(node) && !has_own_text(node.body, *judgement_.fills) && node.below.empty();
  }

  // A heading over nothing but the table of contents goes, the table stays.
  bool unwrap_toc(OutlineNode& node) {
    // Of several tables only the first is one.
    const auto first = find_toc(document_).first;
    if (!node.below.empty() || !first || !node.place.contains(first->marker)) return false;
    const Document body = as_document(node.body);
    const auto toc = find_toc(body).first;
    if (!toc) return false;
    const Source& source = body.source();
    const Span table{source.line(source.line_at(toc->marker.begin)).begin,
                     source.next_line_begin(source.line_at(toc->table.end))};
    const std::string around =
        std::string(body.text({0, table.begin})).append(body.text({table.end, source.size()}));
    if (has_own_text(around, *judgement_.fills)) return false;
    const auto all = outline_.in_order();
    const auto own = std::ranges::find(all, &node);
    OutlineNode& before = own == all.begin() ? outline_.root() : **(own - 1);
    const std::string_view line_end = line_end_of(document_.text());
    end_with_blank_line(before.body, line_end);
    before.body += body.text(table);
    end_with_blank_line(before.body, line_end);
    remove(node);
    return true;
  }

  void refresh_all() {
    refresh_text(outline_.root(), opening_guidance(*judgement_.kind), SectionForm::kComments);
    for (OutlineNode* node : outline_.in_order()) {
      if (node->wanted == kNone || places_.own(node->wanted) != node) continue;
      const TemplateSection& wanted = judgement_.wanted(node->wanted);
      const SectionForm form = node->wanted == 0  ? SectionForm::kComments
                               : wanted.checklist ? SectionForm::kChecklist
                                                  : SectionForm::kText;
      refresh_text(*node, guidance(*judgement_.kind, wanted), form);
    }
  }

  void refresh_text(OutlineNode& node, const std::string& wanted, SectionForm form) {
    Refreshed refreshed = refresh(node.body, wanted, form, *judgement_.fills);
    node.body = std::move(refreshed.text);
    if (refreshed.instructions) note(UpgradeAct::kRefreshed, node);
    if (refreshed.items > 0) note(UpgradeAct::kItems, node, std::to_string(refreshed.items));
    if (refreshed.conflict) note(UpgradeAct::kConflict, node);
  }

  std::optional<Upgrade> finish() {
    Upgrade result;
    result.from = judgement_.version;
    result.to = target_.version();
    result.text = outline_.text();
    if (result.text != document_.text()) write_toc_into(result.text);
    const Document written = as_document(result.text);
    const auto all = outline_.in_order();
    if (!is_as_planned(written, all)) return std::nullopt;
    std::ranges::stable_sort(done_, {}, &Done::act);
    for (Done& done : done_) {
      UpgradeStep step{done.act, std::move(done.section), std::move(done.detail), 0};
      if (done.node) step.line = line_of(done, written, all);
      result.steps.push_back(std::move(step));
    }
    return result;
  }

  void write_toc_into(std::string& text) const {
    const Document document = as_document(text);
    const auto edit = current_toc(document, toc_);
    if (edit) text.replace(edit->span.begin, edit->span.size(), edit->text);
  }

  // The headings are those that were to be, and nothing swallowed one.
  static bool is_as_planned(const Document& written, const std::vector<OutlineNode*>& all) {
    const auto& sections = written.sections();
    return std::ranges::equal(sections, all, [&](const Section& section, const OutlineNode* node) {
      const Heading& heading = written.heading_of(section);
      return heading.level == node->level &&
             heading_words(written.text(heading.text_span)) == heading_words(node->title);
    });
  }

  static std::uint32_t line_of(const Done& done, const Document& written,
                               const std::vector<OutlineNode*>& all) {
    const auto own = std::ranges::find(all, done.node);
    Span within{0, written.source().size()};
    if (own != all.end()) {
      const auto s = static_cast<std::size_t>(own - all.begin());
      within = written.sections()[s].span;
    }
    std::uint32_t at = within.begin;
    if (done.act == UpgradeAct::kConflict) {
      const std::size_t mark = written.text().find(kConflictOpen, at);
      if (mark != std::string_view::npos) at = static_cast<std::uint32_t>(mark);
    }
    return written.source().line_at(at) + 1;
  }

  const Document& document_;
  const TocStyle toc_;
  const Judgement& judgement_;
  UpgradeTarget target_;
  Outline outline_;
  UpgradePlaces places_;
  std::vector<Done> done_;
};

// Why the headings of a text do not come out as they should.
std::string obstacle(const Document& document) {
  for (const Block& block : document.blocks()) {
    if (block.closed || block.depth != 0) continue;
    return fmt::format("{} begins on line {} and is never closed; close it first",
                       block.kind == BlockKind::kFencedCode ? "a code block" : "a comment",
                       document.source().position(block.span.begin).line);
  }
  return "its headings cannot be told from the text around them";
}

}  // namespace

std::string_view name(UpgradeAct act) {
  switch (act) {
    case UpgradeAct::kInserted: return "inserted";
    case UpgradeAct::kRenamed: return "renamed";
    case UpgradeAct::kMoved: return "moved";
    case UpgradeAct::kLevel: return "level";
    case UpgradeAct::kQuestion: return "question";
    case UpgradeAct::kRefreshed: return "refreshed";
    case UpgradeAct::kItems: return "items";
    case UpgradeAct::kRemoved: return "removed";
    case UpgradeAct::kKept: return "kept";
    case UpgradeAct::kConflict: return "conflict";
  }
  return {};
}

std::size_t Upgrade::count(UpgradeAct act) const {
  return static_cast<std::size_t>(std::ranges::count(steps, act, &UpgradeStep::act));
}

Result<Upgrade> upgrade(const Proposal& proposal, const Judgement& judgement, std::size_t to,
                        TocStyle toc) {
  // A list may hold what does not stand outside of it: then its questions stay.
  for (const bool questions : {true, false}) {
    auto made = Upgrader(proposal, judgement, to, toc).run(questions);
    if (made) return std::move(*made);
  }
  return failure(obstacle(proposal.document));
}

}  // namespace milepost::upgrade
