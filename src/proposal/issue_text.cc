#include "proposal/issue_text.h"

#include <algorithm>

#include "base/edits.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "text/inline.h"

namespace milepost {

namespace {

// What RFC 5322 allows a line of a mail, so that no reader breaks it.
constexpr std::uint32_t kSubjectWidth = 78;

// Abbreviations end no sentence, nor do numbers.
bool ends_sentence(std::string_view text, std::size_t at) {
  if (text[at] != '.' && text[at] != '!' && text[at] != '?') return false;
  if (at + 1 < text.size() && !is_space(text[at + 1])) return false;
  constexpr std::string_view kAbbreviations[] = {"e.g", "i.e", "etc", "cf", "vs", "resp"};
  const std::size_t begin = text.find_last_of(" (", at) + 1;  // npos + 1 is the first
  const std::string word = lower(text.substr(begin, at - begin));
  const bool more = text.find_first_not_of(" ", at + 1) != text.npos;
  return !(more && std::ranges::find(kAbbreviations, word) != std::end(kAbbreviations));
}

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : trim(text)) {
    const bool blank = is_space(c) || static_cast<unsigned char>(c) < 0x20 || c == '\x7F';
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

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
  const std::string line = one_line(plain_text(text));
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

std::string sentences_of(std::string_view markdown, std::size_t most) {
  const std::string text = one_line(plain_text(markdown));
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (ends_sentence(text, i) && ++count == most) return text.substr(0, i + 1);
  }
  return text;
}

std::size_t count_sentences(std::string_view plain) {
  const std::string_view text = trim(plain);
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) count += ends_sentence(text, i) ? 1 : 0;
  const bool open = !text.empty() && !ends_sentence(text, text.size() - 1);
  return count + (open ? 1 : 0);
}

}  // namespace milepost
