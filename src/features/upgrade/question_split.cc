#include "features/upgrade/question_split.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/edits.h"
#include "base/strings.h"

namespace milepost::upgrade {

namespace {

constexpr std::uint32_t kTabColumns = 4;

// The line without `columns` of white space, or as much as there is.
std::string dedented(std::string_view line, std::uint32_t columns) {
  std::uint32_t column = 0;
  while (!line.empty() && column < columns && (line.front() == ' ' || line.front() == '\t')) {
    column += line.front() == '\t' ? kTabColumns - column % kTabColumns : 1;
    line.remove_prefix(1);
  }
  // Part of a tab may be left.
  return std::string(column > columns ? column - columns : 0, ' ').append(line);
}

class Splitter {
 public:
  Splitter(const Document& document, const Judgement& judgement, Outline& outline)
      : document_(document), judgement_(judgement), outline_(outline) {}

  bool can_split(const BoldQuestion& question) const {
    const Match& match = judgement_.matching.sections[question.wanted];
    const BoldItem& item = document_.bold_items()[match.bold];
    const Block& block = document_.blocks()[item.block];
    const std::uint32_t around = document_.section_at(item.span.begin);
    if (block.depth != 1 || around == kNone || match.answered_in_heading) return false;
    if (document_.heading_of(document_.sections()[around]).level >= Outline::kDeepest) return false;
    for (std::uint32_t inner = item.block + 1; inner < block.end_block; ++inner) {
      if (!document_.blocks()[inner].closed) return false;
    }
    return !is_answered_below(match, around);
  }

  // The questions of one section, in order.
  void split(std::uint32_t section, const std::vector<const BoldQuestion*>& questions,
             std::vector<OutlineNode*>& made) {
    OutlineNode& around = *outline_.of(section);
    const std::uint32_t end = document_.sections()[section].body.end;
    around.place.end = line_begin(*questions.front());
    around.body = document_.text({document_.sections()[section].body.begin, around.place.end});
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const bool last = i + 1 == questions.size();
      auto node = outline_.make(level_in(around, questions[i]->wanted), questions[i]->title, "");
      node->body = answer(*questions[i], last ? end : line_begin(*questions[i + 1]));
      node->wanted = questions[i]->wanted;
      made.push_back(&outline_.put(around, i, std::move(node)));
    }
  }

 private:
  const BoldItem& item_of(const BoldQuestion& question) const {
    return document_.bold_items()[judgement_.matching.sections[question.wanted].bold];
  }

  std::uint32_t line_begin(const BoldQuestion& question) const {
    const Source& source = document_.source();
    return source.line(source.line_at(item_of(question).span.begin)).begin;
  }

  // An answer below headings of the author's would be cut off from its question.
  bool is_answered_below(const Match& match, std::uint32_t around) const {
    const auto& sections = document_.sections();
    const bool last = match.text_end >= sections[around].body.end;
    const bool has_more = around + 1 < sections[around].end_section &&
                          judgement_.matching.claimed_by[around + 1] == kNone;
    return last && has_more && trim(document_.text({match.text_begin, match.text_end})).empty();
  }

  // As deep below its section as in the template.
  int level_in(const OutlineNode& around, std::uint32_t t) const {
    const TemplateSection& wanted = judgement_.wanted(t);
    const int shift =
        around.wanted == kNone ? 0 : around.level - judgement_.wanted(around.wanted).level;
    return std::clamp(wanted.level + shift, around.level + 1, Outline::kDeepest);
  }

  // What stands after the question, up to `end`.
  std::string answer(const BoldQuestion& question, std::uint32_t end) const {
    const Source& source = document_.source();
    const std::string_view line_end = line_end_of(document_.text());
    const BoldItem& item = item_of(question);
    const std::uint32_t content = document_.blocks()[item.block].content.begin;
    const std::uint32_t columns = content - source.line(source.line_at(content)).begin;
    const std::uint32_t first = source.line_at(item.bold.end - 1);
    std::string_view rest = trim(document_.text({item.bold.end, source.line(first).end}));
    if (rest.starts_with(':')) rest = trim(rest.substr(1));
    std::string text(line_end);
    if (!rest.empty()) text.append(rest).append(line_end);
    bool begun = !rest.empty();
    for (std::uint32_t line = first + 1; line < source.line_count(); ++line) {
      const Span span{source.line(line).begin, source.next_line_begin(line)};
      if (span.begin >= end) break;
      const std::string_view written = document_.text(span);
      // The blank line is there already.
      if (!begun && trim(written).empty()) continue;
      begun = true;
      text += span.begin < item.span.end ? dedented(written, columns) : std::string(written);
    }
    return text;
  }

  const Document& document_;
  const Judgement& judgement_;
  Outline& outline_;
};

}  // namespace

std::vector<OutlineNode*> split_questions(const Document& document, const Judgement& judgement,
                                          const std::vector<BoldQuestion>& questions,
                                          Outline& outline) {
  Splitter splitter(document, judgement, outline);
  std::map<std::uint32_t, std::vector<const BoldQuestion*>> by_section;
  for (const BoldQuestion& question : questions) {
    if (!splitter.can_split(question)) continue;
    const Match& match = judgement.matching.sections[question.wanted];
    by_section[document.section_at(match.heading.begin)].push_back(&question);
  }
  std::vector<OutlineNode*> made;
  for (auto& [section, within] : by_section) {
    std::ranges::sort(within, {}, [&](const BoldQuestion* question) {
      return judgement.matching.sections[question->wanted].heading.begin;
    });
    splitter.split(section, within, made);
  }
  return made;
}

}  // namespace milepost::upgrade
