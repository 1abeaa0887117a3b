// An Issue is the Markdown of a tracking issue, read by the form its process has for
// it: its fields, the items of its lists with their notes, its status, and what is
// still to be filled in. Everything is a span of the document.
//
// What the process knows of the template's items is asked for wherever the text went:
// an item that was taken out, renamed or moved is known as such.
//
// Any bytes make an Issue. Bullets that stand right under a box are its notes, also
// where Markdown takes them for a part of the item's text. Immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "issue/pull_request.h"
#include "process/process.h"
#include "text/document.h"

namespace milepost {

// A real list has some twenty items. What comes after these is not read.
inline constexpr std::size_t kMostIssueItems = 500;

struct IssueItem {
  const TrackedList* list = nullptr;
  const TrackedItem* form = nullptr;  // null: the pack says nothing about it
  // By which the record knows it, unique in its list: the pack's, else made of the key
  // of the item above it and its own words.
  std::string key;
  // By which records know it that were made when only the first words counted; "" when
  // that is the same.
  std::string former_key;
  std::string text;   // plain
  std::string title;  // its first sentence, without the full stop
  std::vector<std::string> notes;
  std::uint32_t parent = kNone;
  // Below which it counts: its parent, or that which the template has above it. Its
  // number in Issue::item.
  std::uint32_t above = kNone;
  std::uint32_t depth = 0;
  bool absent = false;  // the template has it, this text has not
  bool moved = false;   // the template has it below another item
  bool ticked = false;
  bool struck = false;  // crossed out: it does not apply
  bool marked = false;  // has the list's mark
  Span span;            // with everything below it
  Span box;
  Span text_span;  // without the notes
};

struct IssueFieldText {
  const IssueField* field = nullptr;
  std::string value;  // as written, without comments; "" when it says nothing
  Span span;          // of the value, or where it belongs
  Span label;
  bool colon = true;  // one stands after the label
};

struct IssuePlaceholder {
  const LinkPlaceholder* word = nullptr;
  Span span;
  std::uint32_t item = kNone;  // it stands in
};

// Where the template has a placeholder and the issue has none any more: the pull requests
// that took its place.
struct IssueSlot {
  const LinkPlaceholder* word = nullptr;
  std::uint32_t item = kNone;  // it stands in
  std::vector<PullMention> mentions;
};

struct Issue {
  Issue(Document read, const TrackingForm& by) : document(std::move(read)), form(&by) {}

  Document document;
  const TrackingForm* form;            // of the process, which must outlive this
  Span preamble;                       // what stands before the first heading; empty: nothing does
  std::vector<IssueFieldText> fields;  // those that are there, in order of the form
  std::vector<IssueItem> items;        // an item before those below it
  std::vector<IssueItem> absent;       // of the template; they have no place in the text
  bool cut = false;                    // there are more items than are read
  std::vector<IssuePlaceholder> placeholders;
  std::vector<IssueSlot> slots;
  std::string status;  // "" when there is none
  Span status_span;

  // Its items, and then those that are absent.
  std::size_t item_count() const { return items.size() + absent.size(); }
  const IssueItem& item(std::size_t index) const {
    return index < items.size() ? items[index] : absent[index - items.size()];
  }
  const IssueFieldText* find(const IssueField& field) const;
  const IssueFieldText* find(IssueValue is) const;  // the first
  // By key, in any list when `list` is ""; kNone when there is none.
  std::uint32_t find_item(std::string_view list, std::string_view key) const;
};

Issue read_issue(const TrackingForm& form, std::shared_ptr<const Source> source);

// The boxes of other documents that hold one of the lists, such as the sign-off list
// in a proposal.
std::vector<IssueItem> read_items(const TrackingForm& form, const Document& document);

// Finds out what the issue has of the template's items and placeholders, and where.
void compare_with_template(Issue& issue);

}  // namespace milepost
