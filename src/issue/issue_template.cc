// An issue held against its template.
#include <algorithm>
#include <map>
#include <set>

#include "issue/issue.h"
#include "process/heading_key.h"

namespace milepost {

namespace {

class Comparison {
 public:
  Comparison(Issue& issue, const Issue& model)
      : issue_(issue), model_(model), wanted_(model.items) {
    for (const IssueItem& item : wanted_) {
      if (item.form) asked_.insert(item.form);
    }
  }

  void compare() {
    std::map<const TrackedItem*, std::uint32_t> here;
    for (std::uint32_t i = 0; i < issue_.items.size(); ++i) {
      if (issue_.items[i].form) here[issue_.items[i].form] = i;
    }
    for (const IssuePlaceholder& placeholder : model_.placeholders) {
      if (placeholder.item == kNone) continue;
      const auto found = here.find(model_.items[placeholder.item].form);
      if (found != here.end()) find_slot(*placeholder.word, found->second);
    }
    // The template has an item before those below it, so those above are known here.
    for (std::uint32_t number = 0; number < wanted_.size(); ++number) {
      const TrackedItem* const form = wanted_[number].form;
      if (!form) continue;
      const TrackedItem* const above = above_in_template(number);
      const std::uint32_t home = above ? here.at(above) : kNone;
      const auto found = here.find(form);
      if (found == here.end() && is_noted(*form)) continue;
      if (found == here.end()) {
        here[form] = static_cast<std::uint32_t>(issue_.item_count());
        add_absent(wanted_[number], home);
      } else if (above_here(found->second) != above) {
        issue_.items[found->second].above = home;
        issue_.items[found->second].moved = true;
      }
    }
  }

 private:
  // Whether a note says it, as in the wording that has no box for it.
  bool is_noted(const TrackedItem& form) const {
    for (const IssueItem& item : issue_.items) {
      for (const std::string& note : item.notes) {
        const std::string words = heading_words(note);
        for (const std::string& text : form.texts) {
          if (has_words(words, heading_words(text))) return true;
        }
      }
    }
    return false;
  }

  void find_slot(const LinkPlaceholder& word, std::uint32_t item) {
    const bool open = std::ranges::any_of(issue_.placeholders, [&](const IssuePlaceholder& one) {
      return one.word == &word && one.item == item;
    });
    if (open) return;
    issue_.slots.push_back(
        {&word, item, find_pull_requests(issue_.document.text(), issue_.items[item].text_span)});
  }

  // The nearest item above one that the process knows, and the template has. People may
  // put items of their own between.
  const TrackedItem* above_in_template(std::uint32_t number) const {
    std::uint32_t at = wanted_[number].parent;
    while (at != kNone && !wanted_[at].form) at = wanted_[at].parent;
    return at == kNone ? nullptr : wanted_[at].form;
  }
  const TrackedItem* above_here(std::uint32_t number) const {
    const std::vector<IssueItem>& items = issue_.items;
    std::uint32_t at = items[number].parent;
    while (at != kNone && !asked_.contains(items[at].form)) at = items[at].parent;
    return at == kNone ? nullptr : items[at].form;
  }

  void add_absent(const IssueItem& wanted, std::uint32_t home) {
    IssueItem item = wanted;
    item.parent = item.above = home;
    item.depth = home == kNone ? 0 : issue_.item(home).depth + 1;
    item.ticked = item.struck = false;
    item.absent = true;
    item.box = item.text_span = {};
    issue_.absent.push_back(std::move(item));
  }

  Issue& issue_;
  const Issue& model_;  // the template
  const std::vector<IssueItem>& wanted_;
  std::set<const TrackedItem*> asked_;  // those of them that the process knows
};

}  // namespace

void compare_with_template(Issue& issue) {
  for (IssueItem& item : issue.items) item.above = item.parent;
  const auto& source = issue.form->source;
  // What was not read cannot be missed.
  if (!source || issue.cut || &issue.document.source() == source.get()) return;
  Comparison(issue, read_issue(*issue.form, source)).compare();
}

}  // namespace milepost
