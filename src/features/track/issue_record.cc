#include "features/track/issue_record.h"

#include <algorithm>

#include <fmt/format.h>

#include "gates/tracker.h"

namespace milepost::track {

namespace {

void set_text(const Issue& issue, IssueValue is, const std::string& value, IssueEdits& edits) {
  const IssueFieldText* const field = issue.find(is);
  if (field && !value.empty() && field->value != value) edits.set(*field, value);
}

}  // namespace

std::vector<std::string> references_for(const ProposalState& state, const LinkPlaceholder& word) {
  std::vector<std::string> references;
  for (const LinkState& link : state.links) {
    const bool wanted = std::ranges::find(word.kinds, link.kind) != word.kinds.end();
    if (wanted && std::ranges::find(references, link.reference) == references.end()) {
      references.push_back(link.reference);
    }
  }
  return references;
}

void write_record(const Issue& issue, const ProposalState& state, std::string_view release,
                  IssueEdits& edits) {
  for (const IssueItem& item : issue.items) {
    if (is_computed(item)) continue;
    const Mark mark = recorded_mark(state, item, release);
    const bool aside = mark == Mark::kNotApplicable;
    if (item.struck != aside) edits.strike(item, aside);
    if (!aside && item.ticked != (mark == Mark::kTicked)) edits.tick(item, mark == Mark::kTicked);
  }
  if (!state.tracker.status.empty() && issue.status != state.tracker.status) {
    edits.set_status(state.tracker.status);
  }
  set_text(issue, IssueValue::kDescription, state.tracker.description, edits);
  set_text(issue, IssueValue::kContact, state.tracker.contact, edits);
  set_text(issue, IssueValue::kDiscussion, state.tracker.discussion, edits);
  for (const IssuePlaceholder& placeholder : issue.placeholders) {
    const auto references = references_for(state, *placeholder.word);
    if (!references.empty())
      edits.fill(placeholder, fmt::format("{}", fmt::join(references, ", ")));
  }
  for (const IssueSlot& slot : issue.slots) {
    edits.fill(slot, references_for(state, *slot.word));
  }
}

std::string recorded_text(const Issue& issue, const ProposalState& state,
                          std::string_view release) {
  IssueEdits edits(issue);
  write_record(issue, state, release, edits);
  return edits.text();
}

std::string_view name(Mark mark) {
  constexpr std::string_view kNames[] = {"unticked", "ticked", "not applicable"};
  return kNames[static_cast<std::size_t>(mark)];
}

Mark mark_of(const IssueItem& item) {
  if (item.struck) return Mark::kNotApplicable;
  return item.ticked ? Mark::kTicked : Mark::kUnticked;
}

Mark recorded_mark(const ProposalState& state, const IssueItem& item, std::string_view release) {
  const bool by_release = item.list->scope == ListScope::kRelease;
  const ItemState* const found =
      find_recorded(state, item, by_release ? release : std::string_view());
  return found ? found->mark : Mark::kUnticked;
}

bool is_computed(const IssueItem& item) {
  return item.form && (item.form->group || item.form->computed || item.form->days > 0);
}

const std::string* recorded_value(const ProposalState& state, IssueValue field) {
  switch (field) {
    case IssueValue::kDescription: return &state.tracker.description;
    case IssueValue::kContact: return &state.tracker.contact;
    case IssueValue::kDiscussion: return &state.tracker.discussion;
    default: return nullptr;
  }
}

}  // namespace milepost::track
