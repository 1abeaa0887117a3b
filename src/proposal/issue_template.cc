// The items of an issue held against those of its template.
#include <map>

#include "proposal/issue.h"

namespace milepost {

namespace {

class TemplateItems {
 public:
  TemplateItems(Issue& issue, std::vector<IssueItem> wanted)
      : issue_(issue), wanted_(std::move(wanted)) {
    for (std::uint32_t i = 0; i < wanted_.size(); ++i) {
      if (wanted_[i].form) asked_[wanted_[i].form] = i;
    }
  }

  void compare() {
    std::map<const TrackedItem*, std::uint32_t> here;
    for (std::uint32_t i = 0; i < issue_.items.size(); ++i) {
      if (issue_.items[i].form) here[issue_.items[i].form] = i;
    }
    // The template has an item before those below it, so those above are known here.
    for (const auto& [form, number] : in_order()) {
      const TrackedItem* const above = above_in_template(number);
      const std::uint32_t home = above ? here.at(above) : kNone;
      const auto found = here.find(form);
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
  std::vector<std::pair<const TrackedItem*, std::uint32_t>> in_order() const {
    std::vector<std::pair<const TrackedItem*, std::uint32_t>> all;
    for (std::uint32_t i = 0; i < wanted_.size(); ++i) {
      if (wanted_[i].form) all.emplace_back(wanted_[i].form, i);
    }
    return all;
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
  std::vector<IssueItem> wanted_;                      // the template's
  std::map<const TrackedItem*, std::uint32_t> asked_;  // those of them that the process knows
};

}  // namespace

void compare_with_template(Issue& issue) {
  for (IssueItem& item : issue.items) item.above = item.parent;
  const auto& source = issue.form->source;
  // What was not read cannot be missed.
  if (!source || issue.cut || &issue.document.source() == source.get()) return;
  TemplateItems(issue, read_items(*issue.form, Document(source))).compare();
}

}  // namespace milepost
