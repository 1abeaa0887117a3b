// MP221 mark-left: text is marked as unfinished, such as by "FIXME:". A section that says
// nothing else is MP202. One finding for all of them.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/promise.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// At the beginning, after a bracket, or before a colon; elsewhere it may be a word.
bool stands_as_mark(std::string_view text, std::size_t at, std::size_t size) {
  const char after = at + size < text.size() ? text[at + size] : ' ';
  if (is_alnum(after) || after == '_' || after == '-') return false;
  std::string_view before = text.substr(0, at);
  if (!before.empty() && (is_alnum(before.back()) || before.back() == '-')) return false;
  before = without_markers(before);
  while (!before.empty() && (before.back() == '*' || before.back() == '_')) before.remove_suffix(1);
  const bool begins =
      before.empty() || before.ends_with('(') || before.ends_with('[') || before.ends_with('\n');
  return begins || after == ':';
}

bool stands_in_code(std::string_view text, std::size_t at) {
  return std::ranges::count(text.substr(0, at), '`') % 2 == 1;
}

bool is_answered(const RuleInput& in, std::uint32_t offset) {
  const std::uint32_t section = in.proposal.document.section_at(offset);
  const std::uint32_t t = section == kNone ? kNone : in.judgement.matching.claimed_by[section];
  return t == kNone || in.judgement.sections[t].fill != Fill::kPlaceholder;
}

// What is put off to a stage to come is no mark.
bool may_wait(const RuleInput& in, std::string_view text) {
  const PromiseReader& promises = in.judgement.fills->promises();
  const auto promise = promises.put_off(text);
  return promise && !promises.is_due(*promise, in.judgement.stage);
}

// "TBD explain the risk": what follows says what is missing.
bool opens(std::string_view text, std::size_t at, std::size_t size) {
  constexpr std::size_t kLeastWords = 3;
  const std::string_view after = text.substr(at + size);
  return without_markers(text.substr(0, at)).empty() && after.starts_with(' ') &&
         count_words(after, kLeastWords) >= kLeastWords;
}

class Marks {
 public:
  explicit Marks(const RuleInput& in) : in_(in), document_(in.proposal.document) {}

  // Everywhere in paragraphs, or only where one begins with it.
  void find(std::string_view mark, bool opening) {
    if (document_.text().find(mark) == std::string_view::npos) return;
    for (const Block& block : document_.blocks()) {
      if (block.kind != BlockKind::kParagraph) continue;
      const std::string_view text = document_.text(block.span);
      for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + 1)) {
        const bool stands = opening ? opens(text, at, mark.size()) && !may_wait(in_, text)
                                    : stands_as_mark(text, at, mark.size());
        if (!stands || stands_in_code(text, at) || !is_answered(in_, block.span.begin)) continue;
        add(mark, block.span.begin + static_cast<std::uint32_t>(at));
      }
    }
  }

  void report(Sink& sink) const {
    if (count_ == 0) return;
    const std::string more =
        count_ == 1 ? "" : fmt::format(" and {}", counted(count_ - 1, "more mark"));
    sink.report(document_.source(), first_,
                fmt::format("“{}”{} {} left in the text; write what is missing", said_, more,
                            count_ == 1 ? "is" : "are"));
  }

 private:
  void add(std::string_view mark, std::uint32_t begin) {
    if (count_++ > 0 && begin >= first_.begin) return;
    first_ = {begin, begin + static_cast<std::uint32_t>(mark.size())};
    said_ = mark;
  }

  const RuleInput& in_;
  const Document& document_;
  std::size_t count_ = 0;
  Span first_;
  std::string_view said_;
};

}  // namespace

void mark_left(const RuleInput& in, Sink& sink) {
  if (in.judgement.small_set || is_closed(in)) return;
  const Promises& promises = in.process.words.promises;
  Marks marks(in);
  for (const std::string& mark : promises.marks) marks.find(mark, false);
  for (const std::string& mark : promises.openings) marks.find(mark, true);
  marks.report(sink);
}

}  // namespace milepost
