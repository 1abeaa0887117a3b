#include "issue/issue.h"

#include <algorithm>

#include "base/strings.h"
#include "process/heading_key.h"
#include "text/inline.h"

namespace milepost {

namespace {

bool is_word(char c) {
  return is_alnum(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool overlaps_comment(const Document& document, Span span) {
  const auto& comments = document.comments();
  const auto after = std::ranges::upper_bound(
      comments, span.begin, {}, [](const Comment& comment) { return comment.span.begin; });
  return after != comments.begin() && std::prev(after)->span.end > span.begin;
}

// The text of a span without the comments in it, trimmed.
std::string without_comments(const Document& document, Span span) {
  std::string text;
  std::uint32_t at = span.begin;
  const auto& comments = document.comments();
  auto comment = std::ranges::lower_bound(comments, span.begin, {},
                                          [](const Comment& c) { return c.span.end; });
  for (; comment != comments.end() && comment->span.begin < span.end; ++comment) {
    if (comment->span.begin > at) text += document.text(Span{at, comment->span.begin});
    at = std::min(comment->span.end, span.end);
  }
  if (at < span.end) text += document.text(Span{at, span.end});
  return std::string(trim(text));
}

// Where the value begins after a label: past notes in brackets, emphasis and a colon.
std::uint32_t skip_label(std::string_view text, std::uint32_t at, std::uint32_t end, bool& colon) {
  const auto skip = [&](std::string_view chars) {
    while (at < end && chars.find(text[at]) != chars.npos) ++at;
  };
  colon = false;
  skip(" \t*_");
  while (at < end && text[at] == '(') {
    const std::size_t close = text.substr(0, end).find(')', at);
    if (close == text.npos) break;
    at = static_cast<std::uint32_t>(close) + 1;
    skip(" \t*_");
  }
  if (at < end && text[at] == ':') {
    colon = true;
    ++at;
    skip("*_");
  }
  return at;
}

class IssueReader {
 public:
  explicit IssueReader(Issue& issue) : issue_(issue), document_(issue.document) {}

  void read() {
    issue_.items = read_items(*issue_.form, document_);
    issue_.cut = issue_.items.size() >= kMostIssueItems;
    read_preamble();
    // A section ends where a field with a label begins, so those are looked for first.
    for (const IssueField& field : issue_.form->fields) {
      if (field.section.empty()) read_label(field);
    }
    for (const IssueField& field : issue_.form->fields) {
      if (!field.section.empty()) read_section(field);
    }
    std::ranges::sort(issue_.fields, {}, &IssueFieldText::field);
    read_status();
    read_placeholders();
  }

 private:
  void read_preamble() {
    if (document_.sections().empty()) return;
    const std::uint32_t end = document_.sections().front().span.begin;
    const auto [first, last] = document_.blocks_in({0, end});
    for (std::uint32_t b = first; b < last; ++b) {
      const Block& block = document_.blocks()[b];
      if (block.kind == BlockKind::kHtml && without_comments(document_, block.span).empty()) {
        continue;
      }
      issue_.preamble = {issue_.preamble.empty() ? block.span.begin : issue_.preamble.begin, end};
    }
  }

  void read_section(const IssueField& field) {
    for (const Section& section : document_.sections()) {
      const Heading& heading = document_.heading_of(section);
      if (heading_key(heading.text) != heading_key(field.section)) continue;
      Span body = section.body;
      for (const std::uint32_t begin : labelled_) {
        if (begin >= body.begin) body.end = std::min(body.end, begin);
      }
      while (body.end > body.begin && is_space(document_.text()[body.end - 1])) --body.end;
      while (body.begin < body.end && is_space(document_.text()[body.begin])) ++body.begin;
      add(field, body, heading.text_span, true);
      return;
    }
  }

  // Where the outermost item begins that a block is a part of.
  std::uint32_t outermost_item(std::uint32_t block) const {
    const std::vector<Block>& blocks = document_.blocks();
    std::uint32_t begin = blocks[block].span.begin;
    for (; block != kNone; block = blocks[block].parent) {
      if (blocks[block].kind == BlockKind::kItem) begin = blocks[block].span.begin;
    }
    return begin;
  }

  void read_label(const IssueField& field) {
    const std::vector<Block>& blocks = document_.blocks();
    for (std::uint32_t b = 0; b + 1 < blocks.size(); ++b) {
      if (blocks[b].kind != BlockKind::kItem || blocks[b + 1].kind != BlockKind::kParagraph ||
          blocks[b + 1].parent != b) {
        continue;
      }
      Span line = blocks[b + 1].span;
      while (line.begin < line.end &&
             (document_.text()[line.begin] == '*' || document_.text()[line.begin] == '_')) {
        ++line.begin;
      }
      const std::string_view text = document_.text(line);
      for (const std::string& label : field.labels) {
        const bool here = equal_ignoring_case(text.substr(0, label.size()), label) &&
                          (text.size() == label.size() || !is_word(text[label.size()]));
        if (!here) continue;
        const Span name{line.begin, line.begin + static_cast<std::uint32_t>(label.size())};
        bool colon = false;
        const std::uint32_t value = skip_label(document_.text(), name.end, line.end, colon);
        add(field, {value, line.end}, name, colon);
        labelled_.push_back(outermost_item(b));
        if (issue_.fields.back().value.empty()) take_below(b);
        return;
      }
    }
  }

  // Values may stand in a list of their own below the label.
  void take_below(std::uint32_t item) {
    const std::vector<Block>& blocks = document_.blocks();
    IssueFieldText& found = issue_.fields.back();
    for (std::uint32_t b = item + 2; b < blocks[item].end_block; ++b) {
      if (blocks[b].kind != BlockKind::kParagraph) continue;
      const std::string text = without_comments(document_, blocks[b].span);
      if (text.empty()) continue;
      found.value += (found.value.empty() ? "" : ", ") + text;
      found.span.end = blocks[b].span.end;
    }
  }

  void add(const IssueField& field, Span span, Span label, bool colon) {
    std::string value = without_comments(document_, span);
    const std::string words = heading_words(plain_text(value));
    const bool still = std::ranges::any_of(field.placeholders, [&](const std::string& known) {
      return heading_words(known) == words;
    });
    if (still) value.clear();
    issue_.fields.push_back({&field, std::move(value), span, label, colon});
  }

  void read_status() {
    const std::string& label = issue_.form->status.label;
    if (label.empty()) return;
    const std::string_view text = document_.text();
    for (std::size_t at = text.find(label); at != text.npos; at = text.find(label, at + 1)) {
      std::size_t begin = at + label.size();
      if (begin >= text.size() || text[begin] != ':' || (at > 0 && is_word(text[at - 1]))) continue;
      ++begin;
      while (begin < text.size() && (text[begin] == ' ' || text[begin] == '*')) ++begin;
      std::size_t end = begin;
      while (end < text.size() && is_word(text[end])) ++end;
      const Span span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
      if (overlaps_comment(document_, span)) continue;
      issue_.status = text.substr(begin, end - begin);
      issue_.status_span = span;
      return;
    }
  }

  void read_placeholders() {
    const std::string_view text = document_.text();
    for (const LinkPlaceholder& word : issue_.form->placeholders) {
      for (std::size_t at = text.find(word.text); at != text.npos;
           at = text.find(word.text, at + 1)) {
        const std::size_t end = at + word.text.size();
        const bool whole =
            (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
        const Span span{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
        if (!whole || overlaps_comment(document_, span)) continue;
        issue_.placeholders.push_back({&word, span, item_at(span)});
      }
    }
    std::ranges::sort(issue_.placeholders, {},
                      [](const IssuePlaceholder& found) { return found.span.begin; });
  }

  std::uint32_t item_at(Span span) const {
    const auto after = std::ranges::upper_bound(
        issue_.items, span.begin, {}, [](const IssueItem& item) { return item.box.begin; });
    if (after == issue_.items.begin()) return kNone;
    const auto found = std::prev(after);
    return span.begin < found->text_span.end
               ? static_cast<std::uint32_t>(found - issue_.items.begin())
               : kNone;
  }

  Issue& issue_;
  const Document& document_;
  std::vector<std::uint32_t> labelled_;  // where the items begin that hold fields
};

}  // namespace

const IssueFieldText* Issue::find(const IssueField& field) const {
  const auto found = std::ranges::find(fields, &field, &IssueFieldText::field);
  return found == fields.end() ? nullptr : &*found;
}

const IssueFieldText* Issue::find(IssueValue is) const {
  const auto found = std::ranges::find_if(
      fields, [&](const IssueFieldText& text) { return text.field->is == is; });
  return found == fields.end() ? nullptr : &*found;
}

std::uint32_t Issue::find_item(std::string_view list, std::string_view key) const {
  const auto found = std::ranges::find_if(items, [&](const IssueItem& item) {
    return item.key == key && (list.empty() || item.list->id == list);
  });
  return found == items.end() ? kNone : static_cast<std::uint32_t>(found - items.begin());
}

Issue read_issue(const TrackingForm& form, std::shared_ptr<const Source> source) {
  Issue issue(Document(std::move(source)), form);
  IssueReader(issue).read();
  compare_with_template(issue);
  return issue;
}

}  // namespace milepost
