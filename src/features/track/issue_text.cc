#include "features/track/issue_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "text/inline.h"

namespace milepost::track {

namespace {

// What RFC 5322 allows a line of a mail, so that no reader breaks it.
constexpr std::uint32_t kSubjectWidth = 78;

std::string_view value_of(const IssueWords& words, const IssueField& field) {
  switch (field.is) {
    case IssueValue::kDescription: return words.description;
    case IssueValue::kProposal: return words.proposal;
    case IssueValue::kDiscussion: return words.discussion;
    case IssueValue::kContact: return words.contact;
    case IssueValue::kGroups: return words.groups;
    case IssueValue::kTarget: break;
  }
  const auto target =
      std::ranges::find(words.targets, field.stage, &std::pair<std::string, std::string>::first);
  return target == words.targets.end() ? std::string_view() : std::string_view(target->second);
}

}  // namespace

void IssueEdits::replace(Span span, std::string text) {
  edits_.push_back({Edit{span, std::move(text)}});
}

void IssueEdits::set(const IssueFieldText& field, std::string_view value) {
  if (!field.field->section.empty()) {
    const std::string_view end = line_end_of(issue_.document.text());
    replace(field.span,
            field.span.empty() ? std::string(end).append(value).append(end) : std::string(value));
    return;
  }
  replace(field.span, (field.colon ? " " : ": ") + std::string(value));
}

void IssueEdits::tick(const IssueItem& item, bool ticked) {
  replace(item.box, ticked ? "[x]" : "[ ]");
}

void IssueEdits::strike(const IssueItem& item, bool struck) {
  constexpr std::string_view kLine = "~~";
  const Span text = item.text_span;
  if (struck) {
    edits_.push_back({Edit{{text.begin, text.begin}, std::string(kLine)},
                      Edit{{text.end, text.end}, std::string(kLine)}});
    return;
  }
  const std::size_t close = issue_.document.text(text).rfind(kLine);
  if (!item.struck || close == 0) return;
  const std::uint32_t at = text.begin + static_cast<std::uint32_t>(close);
  edits_.push_back({Edit{{text.begin, text.begin + 2}, ""}, Edit{{at, at + 2}, ""}});
}

void IssueEdits::set_status(std::string_view status) {
  if (!issue_.status_span.empty()) replace(issue_.status_span, std::string(status));
}

void IssueEdits::fill(const IssuePlaceholder& placeholder, std::string_view text) {
  replace(placeholder.span, std::string(text));
}

void IssueEdits::fill(const IssueSlot& slot, const std::vector<std::string>& references) {
  std::vector<std::string> lacking = references;
  std::vector<Span> dropped;
  std::uint32_t last = 0;  // where the last of those ends that stay
  for (const PullMention& mention : slot.mentions) {
    if (std::ranges::find(references, mention.reference) == references.end()) {
      dropped.push_back(mention.span);
      continue;
    }
    std::erase(lacking, mention.reference);
    last = mention.span.end;
  }
  const std::string more = fmt::format("{}", fmt::join(lacking, ", "));
  const std::string_view text = issue_.document.text();
  for (std::size_t i = 0; i < dropped.size(); ++i) {
    Span span = dropped[i];
    if (last == 0 && i == 0) {
      replace(span, more.empty() ? slot.word->text : more);
      continue;
    }
    if (text.substr(0, span.begin).ends_with(", ")) {
      span.begin -= 2;
    } else if (text.substr(span.end).starts_with(", ")) {
      span.end += 2;
    }
    replace(span, "");
  }
  if (more.empty() || (last == 0 && !dropped.empty())) return;
  const std::uint32_t end = issue_.items[slot.item].text_span.end;
  if (last > 0) {
    replace({last, last}, ", " + more);
  } else {
    replace({end, end}, fmt::format(" **{}**", more));
  }
}

void IssueEdits::drop_preamble() {
  if (!issue_.preamble.empty()) replace({0, issue_.preamble.end}, "");
}

std::string IssueEdits::text() const {
  if (edits_.empty()) return std::string(issue_.document.text());
  return splice(issue_.document.text(), edits_).text;
}

std::string write_issue(const TrackingForm& form, const IssueWords& words) {
  const Issue issue = read_issue(form, form.source);
  IssueEdits edits(issue);
  edits.drop_preamble();
  for (const IssueFieldText& field : issue.fields) {
    const std::string_view value = value_of(words, *field.field);
    if (!value.empty()) edits.set(field, value);
  }
  return edits.text();
}

std::string subject_line(std::string_view text) {
  std::string line = single_spaced(plain_text(text));
  std::uint32_t width = 0;
  std::size_t fits = 0;   // bytes that leave room for the mark
  std::size_t blank = 0;  // the last between words among them
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t length = utf8::decode(std::string_view(line).substr(at)).length;
    width += utf8::width(std::string_view(line).substr(at, length));
    if (width > kSubjectWidth) return line.substr(0, blank > 0 ? blank : fits) + "…";
    if (line[at] == ' ') blank = at;
    at += length;
    if (width < kSubjectWidth) fits = at;
  }
  return line;
}

}  // namespace milepost::track
