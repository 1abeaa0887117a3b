#include "proposal/questionnaire.h"

#include <algorithm>

#include "base/strings.h"
#include "process/heading_key.h"
#include "text/inline.h"

namespace milepost {

namespace {

const Choice* find_choice(const TemplateSection& wanted, const Document& document,
                          const TaskItem& task) {
  const std::string words = heading_words(plain_text(document.text(task.text)));
  const auto found = std::ranges::find_if(
      wanted.choices, [&](const Choice& choice) { return words.starts_with(choice.words); });
  return found == wanted.choices.end() ? nullptr : &*found;
}

constexpr bool is_name_char(char c) {
  return is_alnum(c) || c == '_' || c == '-' || c == '.' || c == '/' || c == ':' || c == '\\';
}

// Reads names off the front of a text, one after the other.
class NameReader {
 public:
  NameReader(std::string_view text, std::uint32_t offset) : text_(text), offset_(offset) {}

  std::vector<NamedThing> read() {
    std::vector<NamedThing> names;
    do {
      const bool code = open();
      std::size_t end = at_;
      while (end < text_.size() && is_name_char(text_[end])) ++end;
      while (end > at_ && !is_alnum(text_[end - 1])) --end;  // the end of a sentence or emphasis
      std::string name(text_.substr(at_, end - at_));
      std::erase(name, '\\');
      if (!is_name(name, code) || is_pattern(end)) break;
      names.push_back({std::move(name), {offset_ + to_offset(at_), offset_ + to_offset(end)}});
      at_ = end;
      close();
    } while (separator());
    return names;
  }

 private:
  static std::uint32_t to_offset(std::size_t at) { return static_cast<std::uint32_t>(at); }

  // `workqueue_*` is no name.
  bool is_pattern(std::size_t end) const {
    while (end < text_.size() && is_name_char(text_[end])) ++end;
    return end > at_ && end < text_.size() && text_[end - 1] == '_' && text_[end] == '*';
  }

  static bool is_name(std::string_view name, bool code) {
    constexpr std::size_t kLongest = 200;
    if (name.empty() || name.size() > kLongest) return false;
    if (!is_alpha(name.front()) || name.find("//") != name.npos) return false;
    if (code || name.find('_') != name.npos) return true;
    const bool small = std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
    return small && std::ranges::any_of(name.substr(1), is_upper);
  }

  bool is_at(std::string_view part) const { return text_.substr(at_).starts_with(part); }
  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  // Passes over markup before a name; true when the name is code.
  bool open() {
    constexpr std::string_view kMarkup = " \t\r\n*_`[\"'";
    bool code = false;
    for (; at_ < text_.size() && kMarkup.find(text_[at_]) != kMarkup.npos; ++at_) {
      code = code || text_[at_] == '`';
    }
    return code;
  }

  // Passes over what belongs to a name: labels in braces, markup, the target of
  // a link.
  void close() {
    skip_bracketed('{', '}');
    skip_bracketed('[', ']');
    constexpr std::string_view kMarkup = "*_`\"'";
    while (at_ < text_.size() && kMarkup.find(text_[at_]) != kMarkup.npos) ++at_;
    if (!is_at("]")) return;
    ++at_;
    skip_bracketed('(', ')');
    skip_bracketed('[', ']');
  }

  void skip_bracketed(char open, char close) {
    if (at_ >= text_.size() || text_[at_] != open) return;
    const std::size_t end = text_.find(close, at_);
    if (end != text_.npos) at_ = end + 1;
  }

  // A comma, "and" or both: another name follows.
  bool separator() {
    skip_spaces();
    bool found = false;
    if (is_at(",") || is_at("&") || is_at(";")) {
      ++at_;
      found = true;
      skip_spaces();
    }
    if (is_at("and ") || is_at("and\n") || is_at("or ")) {
      at_ = text_.find_first_of(" \n", at_);
      found = true;
    }
    return found;
  }

  std::string_view text_;
  std::uint32_t offset_;
  std::size_t at_ = 0;
};

// Where the paragraph's text after the label begins; nothing when it does not
// begin with the label: "Metric names (all new):" has that of "Metric name".
std::optional<std::uint32_t> find_label_end(const Document& document, const Block& paragraph,
                                            std::string_view label) {
  const std::string_view text = document.text(paragraph.span);
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return std::nullopt;
  const std::string words = heading_words(plain_text(text.substr(0, colon)));
  if (!words.starts_with(label)) return std::nullopt;
  std::string_view rest = std::string_view(words).substr(label.size());
  if (rest.starts_with('s')) rest.remove_prefix(1);
  if (!rest.empty() && rest.front() != ' ') return std::nullopt;
  return paragraph.span.begin + static_cast<std::uint32_t>(colon) + 1;
}

void append(std::vector<NamedThing>& names, std::vector<NamedThing> more) {
  std::ranges::move(more, std::back_inserter(names));
}

// A label with nothing after it is answered by the list below it.
void read_list_below(const Document& document, std::uint32_t item, std::uint32_t paragraph,
                     std::vector<NamedThing>& names) {
  const auto& blocks = document.blocks();
  for (std::uint32_t b = paragraph + 1; b < blocks[item].end_block; ++b) {
    const std::uint32_t parent = blocks[b].parent;
    const bool opens = b == parent + 1;
    if (blocks[b].kind != BlockKind::kParagraph || !opens) continue;
    if (blocks[parent].kind != BlockKind::kItem) continue;
    append(names, leading_names(document.text(blocks[b].span), blocks[b].span.begin));
  }
}

}  // namespace

std::vector<GivenChoice> given_choices(const Document& document, const Judgement& judgement,
                                       std::uint32_t t) {
  std::vector<GivenChoice> given;
  const TemplateSection& wanted = judgement.wanted(t);
  if (wanted.choices.empty()) return given;
  for (const Span span : own_text(document, judgement, t)) {
    auto task = std::ranges::lower_bound(document.tasks(), span.begin, {},
                                         [](const TaskItem& item) { return item.box_span.begin; });
    for (; task != document.tasks().end() && task->box_span.begin < span.end; ++task) {
      if (!task->bullet) continue;
      const Choice* choice = find_choice(wanted, document, *task);
      if (choice) given.push_back({choice, &*task, span});
    }
  }
  return given;
}

namespace {

// What stands after the label that a text begins with; nothing when it begins otherwise.
std::optional<std::string> after_label(std::string_view text, const ChoiceDetail& detail) {
  const std::string words = heading_words(plain_text(text));
  std::string_view rest = words;
  if (rest.starts_with("optional ")) rest.remove_prefix(std::string_view("optional ").size());
  if (!rest.starts_with(detail.words)) return std::nullopt;
  return std::string(trim(rest.substr(detail.words.size())));
}

// Items that are indented too far to be items are lines of the text above them. What is
// indented further below a label's line is its answer.
std::optional<std::string> answer_in_lines(std::string_view text, const ChoiceDetail& detail) {
  constexpr std::string_view kMarkers = "-*+ \t";
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    text = rest;
    const std::size_t indent = line.find_first_not_of(" \t");
    const std::size_t begin = line.find_first_not_of(kMarkers);
    if (begin == line.npos || begin == indent) continue;
    auto answer = after_label(line.substr(begin), detail);
    if (!answer) continue;
    if (!answer->empty()) return answer;
    const std::string_view next = cut(rest, '\n').first;
    const std::size_t deeper = next.find_first_not_of(" \t");
    if (deeper == next.npos || deeper <= indent) return answer;
    return heading_words(plain_text(next.substr(deeper)));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> answer_to(const Document& document, const TaskItem& task,
                                     const ChoiceDetail& detail) {
  const auto& blocks = document.blocks();
  for (std::uint32_t b = task.block + 1; b < blocks[task.block].end_block; ++b) {
    if (blocks[b].kind != BlockKind::kItem) continue;
    if (auto answer = after_label(document.text(blocks[b].span), detail)) return answer;
  }
  return answer_in_lines(document.text(task.text), detail);
}

GivenAnswer read_answer(const Document& document, const Judgement& judgement, std::uint32_t t,
                        const FieldAnswer& answer) {
  GivenAnswer found;
  const std::string choice = heading_words(answer.choice);
  const std::string otherwise = heading_words(answer.otherwise);
  for (const GivenChoice& given : given_choices(document, judgement, t)) {
    if (!given.task->ticked) continue;
    found.chosen = found.chosen || given.choice->words == choice;
    found.otherwise = found.otherwise || given.choice->words == otherwise;
  }
  const std::string label = heading_words(answer.label);
  if (label.empty()) return found;
  const auto& blocks = document.blocks();
  for (const Span span : own_text(document, judgement, t)) {
    const auto [first, last] = document.blocks_in(span);
    for (std::uint32_t b = first; b < last; ++b) {
      if (blocks[b].kind != BlockKind::kParagraph) continue;
      const auto begin = find_label_end(document, blocks[b], label);
      if (!begin) continue;
      const std::string_view rest = document.text({*begin, blocks[b].span.end});
      const bool empty = trim(rest).find_first_not_of("*_") == rest.npos;
      const std::uint32_t parent = blocks[b].parent;
      if (!empty) {
        append(found.names, leading_names(rest, *begin));
      } else if (parent != kNone && blocks[parent].kind == BlockKind::kItem) {
        read_list_below(document, parent, b, found.names);
      }
    }
  }
  return found;
}

std::vector<NamedThing> leading_names(std::string_view text, std::uint32_t offset) {
  return NameReader(text, offset).read();
}

}  // namespace milepost
