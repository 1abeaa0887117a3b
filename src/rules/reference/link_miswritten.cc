// MP410 link-miswritten: a link shows as text, since its brackets are the wrong way round or
// one of them is too many: "(text)[address]", "[text]((#heading)".
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

constexpr std::size_t kLongestText = 200;

// A link as it is meant, by offsets in its paragraph.
struct Miswritten {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view text;
  std::string_view destination;
};

bool looks_like_destination(std::string_view text) {
  if (text.size() < 2 || text.find_first_of(" \t\n[]`") != text.npos) return false;
  return text.find("://") != text.npos || text.ends_with(".md") || text.starts_with("www.") ||
         text.front() == '#' || text.starts_with("./") || text.starts_with("../") ||
         (text.front() == '/' && text.find('/', 1) != text.npos);
}

// "(text)[address]" around the ")[" at `middle`.
std::optional<Miswritten> read_reversed(std::string_view text, std::size_t middle) {
  const std::size_t open = text.rfind('(', middle);
  if (open == text.npos || open + 1 >= middle || middle - open > kLongestText) return {};
  // "[text](address)[label]" is right.
  if (open > 0 && text[open - 1] == ']') return {};
  const std::string_view words = text.substr(open + 1, middle - open - 1);
  const std::size_t close = text.find(']', middle);
  if (words.find_first_of(")[]\n") != words.npos || close == text.npos) return {};
  const std::string_view destination = text.substr(middle + 2, close - middle - 2);
  if (!looks_like_destination(destination)) return {};
  const char after = close + 1 < text.size() ? text[close + 1] : ' ';
  if (after == '(' || after == '[' || after == ':') return {};
  return Miswritten{open, close + 1, words, destination};
}

// "[text]((address)" around the "]((" at `middle`. With both closed it is a link, and MP406's.
std::optional<Miswritten> read_doubled(std::string_view text, std::size_t middle) {
  const std::size_t open = text.rfind('[', middle);
  const std::size_t close = text.find(')', middle);
  if (open == text.npos || close == text.npos || middle - open > kLongestText) return {};
  if (close + 1 < text.size() && text[close + 1] == ')') return {};
  const std::string_view destination = text.substr(middle + 3, close - middle - 3);
  if (!looks_like_destination(destination)) return {};
  return Miswritten{open, close + 1, text.substr(open + 1, middle - open - 1), destination};
}

bool begins_in_code(std::string_view text, std::size_t at) {
  return std::ranges::count(text.substr(0, at), '`') % 2 == 1;
}

class Paragraph {
 public:
  Paragraph(const RuleInput& in, const Block& block, Sink& sink)
      : in_(in), span_(block.span), text_(in.proposal.document.text(block.span)), sink_(sink) {}

  void check() {
    for (std::size_t at = text_.find(")["); at != text_.npos; at = text_.find(")[", at + 1)) {
      const auto found = read_reversed(text_, at);
      if (found) report(*found, "its brackets are the wrong way round");
    }
    for (std::size_t at = text_.find("](("); at != text_.npos; at = text_.find("]((", at + 1)) {
      const auto found = read_doubled(text_, at);
      if (found) report(*found, "it has one \"(\" too many");
    }
  }

 private:
  void report(const Miswritten& link, std::string_view why) {
    if (begins_in_code(text_, link.begin)) return;
    const Span at{span_.begin + static_cast<std::uint32_t>(link.begin),
                  span_.begin + static_cast<std::uint32_t>(link.end)};
    const std::string meant = fmt::format("[{}]({})", link.text, link.destination);
    sink_
        .report(warning_while_open(in_), in_.proposal.document.source(), at,
                fmt::format("the link to \"{}\" shows as text: {}", link.destination, why))
        .fixes.push_back({fmt::format("write {}", meant), {{at, meant}}});
  }

  const RuleInput& in_;
  Span span_;
  std::string_view text_;
  Sink& sink_;
};

}  // namespace

void link_miswritten(const RuleInput& in, Sink& sink) {
  for (const Block& block : in.proposal.document.blocks()) {
    const bool prose = block.kind == BlockKind::kParagraph || block.kind == BlockKind::kTable;
    if (prose) Paragraph(in, block, sink).check();
  }
}

}  // namespace milepost
