#include "features/track/list_drift.h"

#include <algorithm>
#include <set>
#include <utility>

namespace milepost::track {

namespace {

// Items of templates, by list and key.
using Items = std::set<std::pair<const TrackedList*, std::string>>;

Items items_of(const TrackingForm& form, const Document& document) {
  Items items;
  for (IssueItem& item : read_items(form, document)) items.emplace(item.list, std::move(item.key));
  return items;
}

// Whether a program answers it, here and now: its boxes are copies of that.
bool is_answered(const ItemView& view) {
  return view.computed && view.known && view.status != ItemStatus::kNotApplicable;
}

class Comparison {
 public:
  explicit Comparison(const ListCopies& copies)
      : copies_(copies),
        boxes_(read_items(copies.form, copies.document)),
        issue_template_(items_of(copies.form, Document(copies.form.source))),
        document_template_(items_of(copies.form, template_of(*copies.judgement.kind).document())) {}

  std::vector<ListDrift> find() {
    for (const IssueItem& box : boxes_) {
      if (box.list->checklist.empty() || box.struck) continue;
      if (const ItemView* const view = in_issue(box)) {
        compare(box, *view);
      } else if (has_list(box.list) && is_lacking_in_issue(box)) {
        ListDrift& drift = add(box, FoundIn::kDocument);
        drift.in_document = box.ticked;
        set_place(box, drift);
      }
    }
    for (const ItemView& view : copies_.tracker.items) {
      const IssueItem& item = *view.item;
      if (item.list->checklist.empty() || view.status == ItemStatus::kNotApplicable ||
          !stands(view)) {
        continue;
      }
      const bool has_list = std::ranges::find(boxes_, item.list, &IssueItem::list) != boxes_.end();
      if (!has_list || find_box(item) || !is_lacking_in_document(item)) continue;
      ListDrift& drift = add(item, FoundIn::kIssue);
      drift.in_issue = view.status == ItemStatus::kDone;
      drift.computed = view.computed;
    }
    return std::move(found_);
  }

 private:
  // The repository's own, from which its documents are made.
  static const Template& template_of(const Kind& kind) {
    return kind.repository ? *kind.repository : *kind.pattern;
  }

  // In the issue.
  static bool stands(const ItemView& view) {
    return !view.item->absent && !view.in_document_alone();
  }

  const ItemView* in_issue(const IssueItem& box) const {
    const auto same = std::ranges::find_if(copies_.tracker.items, [&](const ItemView& view) {
      return view.item->list == box.list && view.item->key == box.key && stands(view);
    });
    return same == copies_.tracker.items.end() ? nullptr : &*same;
  }
  bool has_list(const TrackedList* list) const {
    return std::ranges::any_of(copies_.tracker.items, [&](const ItemView& view) {
      return view.item->list == list && stands(view);
    });
  }
  bool find_box(const IssueItem& item) const {
    return std::ranges::any_of(
        boxes_, [&](const IssueItem& box) { return box.list == item.list && box.key == item.key; });
  }

  bool is_lacking_in_issue(const IssueItem& box) const {
    const std::pair id(box.list, box.key);
    if (issue_template_.contains(id)) return true;
    const std::string_view text = copies_.document.text(box.text_span);
    return !document_template_.contains(id) &&
           !copies_.judgement.fills->is_template_line(text.substr(0, text.find('\n'))) &&
           !copies_.judgement.fills->is_template_line(text);
  }

  bool is_lacking_in_document(const IssueItem& item) const {
    const std::pair id(item.list, item.key);
    if (document_template_.contains(id)) return is_of_today();
    return !item.form && !issue_template_.contains(id);
  }

  // Which items an older version of the template had is not known. One that has all
  // headings of the newest is taken for that.
  bool is_of_today() const {
    const Lineage& lineage = copies_.judgement.kind->lineage;
    return std::ranges::all_of(lineage.headings, [&](const auto& heading) {
      return !heading.second.has(lineage.versions.size() - 1) ||
             heading.second.has(copies_.judgement.version);
    });
  }

  void compare(const IssueItem& box, const ItemView& view) {
    if (view.status == ItemStatus::kNotApplicable || is_answered(view)) return;
    // What nobody can compute yet counts when it is ticked in the document, and is no difference.
    const bool done = view.status == ItemStatus::kDone && (view.computed || !view.by_document);
    if (done == box.ticked) return;
    ListDrift& drift = add(box, FoundIn::kBoth);
    drift.in_document = box.ticked;
    drift.in_issue = done;
    set_place(box, drift);
  }

  ListDrift& add(const IssueItem& item, FoundIn found_in) {
    ListDrift& drift = found_.emplace_back();
    drift.list = item.list->id;
    drift.key = item.key;
    drift.text = item.text;
    drift.path = copies_.document.source().path();
    drift.found_in = found_in;
    return drift;
  }
  void set_place(const IssueItem& box, ListDrift& drift) const {
    const Position at = copies_.document.source().position(box.box.begin);
    drift.line = at.line;
    drift.column = at.column;
  }

  const ListCopies& copies_;
  const std::vector<IssueItem> boxes_;
  const Items issue_template_, document_template_;
  std::vector<ListDrift> found_;
};

}  // namespace

std::string_view name(FoundIn found_in) {
  constexpr std::string_view kNames[] = {"both", "document", "issue"};
  return kNames[static_cast<std::size_t>(found_in)];
}

std::vector<ListDrift> list_drifts(const ListCopies& copies) { return Comparison(copies).find(); }

std::vector<ListDrift> box_drifts(const Document& document, const Tracker& tracker) {
  std::vector<ListDrift> found;
  for (const ItemView& view : tracker.items) {
    const bool done = view.status == ItemStatus::kDone;
    if (!view.box || !view.due || !is_answered(view) || done == view.box->ticked) continue;
    const Position at = document.source().position(view.box->box.begin);
    ListDrift& drift = found.emplace_back();
    drift.list = view.item->list->id;
    drift.key = view.item->key;
    drift.text = view.item->text;
    drift.in_document = view.box->ticked;
    drift.in_issue = done;
    drift.path = document.source().path();
    drift.line = at.line;
    drift.column = at.column;
    drift.computed = true;
    drift.evidence = done || view.lacking.empty() ? view.evidence : view.lacking.front().text;
    if (drift.evidence.empty()) drift.evidence = "what milepost computes";
    drift.box = view.box->box;
  }
  return found;
}

}  // namespace milepost::track
