#include "process/template_front_matter.h"

#include <memory>
#include <string>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr std::string_view kCommentOpen = "<!--";
constexpr std::string_view kCommentClose = "-->";

// Behind the comments that a text begins with.
std::size_t after_comments(std::string_view text) {
  std::size_t at = 0;
  for (;;) {
    std::size_t next = at;
    while (next < text.size() && is_space(text[next])) ++next;
    if (!text.substr(next).starts_with(kCommentOpen)) return at == 0 ? 0 : next;
    const std::size_t close = text.find(kCommentClose, next);
    if (close == text.npos) return 0;
    at = close + kCommentClose.size();
  }
}

}  // namespace

FrontMatter template_front_matter(const Document& document) {
  FrontMatter found = document.front_matter();
  const auto before = static_cast<std::uint32_t>(after_comments(document.text()));
  if (found.present() || before == 0) return found;
  const Document rest(std::make_shared<const Source>(document.source().path(),
                                                     std::string(document.text().substr(before))));
  if (!rest.front_matter().closed) return found;
  found = rest.front_matter();
  for (Span* const span : {&found.span, &found.content}) {
    *span = {span->begin + before, span->end + before};
  }
  return found;
}

}  // namespace milepost
