#include "features/track/issue_merge.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/strings.h"
#include "features/track/issue_record.h"
#include "gates/tracker.h"

namespace milepost::track {

namespace {

class Merger {
 public:
  Merger(const MergeBase& base, const Issue& file, const ProposalState& state,
         std::string_view release)
      : from_(base), base_(base.issue), file_(file), state_(state), release_(release) {
    if (!base_) return;
    for (const IssueItem& item : base_->items) {
      base_items_[{item.list->id, item.key}] = &item;
    }
  }

  IssueMerge merge() {
    for (std::uint32_t i = 0; i < file_.items.size(); ++i) add_item(i);
    // A text without one says nothing about it.
    if (!file_.status.empty()) {
      add_value(IssuePart::kStatus, "status", base_ ? base_->status : std::string(),
                std::string(status_of(*file_.form, state_)), file_.status);
    }
    add_field(IssuePart::kDescription, IssueValue::kDescription);
    add_field(IssuePart::kContact, IssueValue::kContact);
    add_field(IssuePart::kDiscussion, IssueValue::kDiscussion);
    for (const LinkPlaceholder& word : file_.form->placeholders) add_links(word);
    sort_out();
    find_gone();
    return std::move(merge_);
  }

 private:
  std::string_view release_of(const IssueItem& item) const {
    return item.list->scope == ListScope::kRelease ? release_ : std::string_view();
  }

  void add_item(std::uint32_t index) {
    const IssueItem& item = file_.items[index];
    if (is_computed(item)) return;
    const auto before = base_items_.find({item.list->id, item.key});
    const Mark base = before == base_items_.end() ? Mark::kUnticked : mark_of(*before->second);
    all_.push_back({IssuePart::kItem, index, item.key, std::string(name(base)),
                    std::string(name(recorded_mark(state_, item, release_))),
                    std::string(name(mark_of(item)))});
  }

  void add_field(IssuePart part, IssueValue is) {
    const std::string& recorded = *recorded_value(state_, is);
    const IssueFieldText* const now = file_.find(is);
    if (!now) return;
    const IssueFieldText* const before = base_ ? base_->find(is) : nullptr;
    add_value(part, issue_value_names()[static_cast<std::size_t>(is)],
              before ? before->value : recorded, recorded, now->value);
  }

  // Without a text to compare with, what the file says was edited.
  void add_value(IssuePart part, std::string_view what, const std::string& base,
                 const std::string& recorded, const std::string& file) {
    if (file.empty() && (!base_ || base.empty())) return;
    all_.push_back({part, kNone, std::string(what), base_ ? base : recorded, recorded, file});
  }

  // What stands in the place of a placeholder; nothing when the text has no such place.
  static std::optional<std::vector<std::string>> references_in(const Issue& issue,
                                                               const LinkPlaceholder& word) {
    std::optional<std::vector<std::string>> found;
    for (const IssuePlaceholder& open : issue.placeholders) {
      if (open.word == &word) found.emplace();
    }
    for (const IssueSlot& slot : issue.slots) {
      if (slot.word != &word) continue;
      if (!found) found.emplace();
      for (const PullMention& mention : slot.mentions) found->push_back(mention.reference);
    }
    return found;
  }

  // A pull request that is linked belongs there, however old the text is.
  void add_links(const LinkPlaceholder& word) {
    const auto file = references_in(file_, word);
    if (!file) return;
    const auto base = base_ ? references_in(*base_, word) : std::nullopt;
    const std::vector<std::string> record = references_for(state_, word);
    std::vector<std::string> all = *file;
    all.insert(all.end(), record.begin(), record.end());
    std::ranges::sort(all);
    const auto again = std::ranges::unique(all);
    all.erase(again.begin(), again.end());
    const auto is_in = [](const std::vector<std::string>& references, const std::string& one) {
      return std::ranges::find(references, one) != references.end();
    };
    const auto link_text = [](bool linked) -> std::string {
      return linked ? "linked" : "not linked";
    };
    for (const std::string& one : all) {
      const bool links = is_in(*file, one);
      all_.push_back({IssuePart::kLink, kNone, one, link_text(base && is_in(*base, one)),
                      link_text(is_in(record, one)), link_text(links), &word, links});
    }
  }

  // The old ticks of a list that begins anew may be left over, or given again. Only of
  // a text in which nothing was edited one can tell.
  bool may_be_given_again(const IssueChange& change) const {
    return base_ && change.item != kNone && !release_of(file_.items[change.item]).empty() &&
           from_.release != release_ && base_->document.text() != file_.document.text();
  }

  void sort_out() {
    // A text that has one of the record's changes was written after them: where it has
    // not the others, somebody may have taken them back.
    const bool follows = !from_.exact && std::ranges::any_of(all_, [](const IssueChange& change) {
      return change.record != change.base && change.file == change.record;
    });
    for (IssueChange& change : all_) {
      if (change.file == change.record) continue;
      if (change.record == change.base) {
        merge_.edits.push_back(std::move(change));
      } else if (change.file == change.base && !follows && !may_be_given_again(change)) {
        merge_.kept.push_back(std::move(change));
      } else {
        merge_.conflicts.push_back(std::move(change));
      }
    }
  }

  void find_gone() {
    if (!base_) return;
    for (const IssueItem& item : base_->items) {
      if (file_.find_item(item.list->id, item.key) == kNone) merge_.gone.push_back(item.key);
    }
  }

  const MergeBase& from_;
  const Issue* base_;
  const Issue& file_;
  const ProposalState& state_;
  std::string_view release_;
  std::map<std::pair<std::string_view, std::string_view>, const IssueItem*> base_items_;
  std::vector<IssueChange> all_;
  IssueMerge merge_;
};

}  // namespace

IssueMerge merge_issue(const MergeBase& base, const Issue& file, const ProposalState& state,
                       std::string_view release) {
  return Merger(base, file, state, release).merge();
}

}  // namespace milepost::track
