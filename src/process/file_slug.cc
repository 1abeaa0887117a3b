#include "process/file_slug.h"

#include <algorithm>

#include "base/strings.h"
#include "base/utf8.h"
#include "process/heading_key.h"
#include "text/slug.h"

namespace milepost {

std::string file_slug(std::string_view title, std::size_t longest) {
  const std::string words = slug_key(heading_words(title));
  std::string slug;
  std::string_view rest = words;
  while (!rest.empty()) {
    const auto [word, tail] = cut(rest, ' ');
    rest = tail;
    if (word.empty()) continue;  // it was a symbol
    if (!slug.empty() && slug.size() + 1 + word.size() > longest) break;
    if (!slug.empty()) slug += '-';
    slug += word;
  }
  if (slug.size() <= longest) return slug;
  std::size_t end = 0;  // one word, too long: cut between characters
  while (true) {
    const std::size_t length = utf8::decode(std::string_view(slug).substr(end)).length;
    if (end + length > longest) return slug.substr(0, end);
    end += length;
  }
}

bool is_path_name(std::string_view name) {
  if (name.empty() || name.starts_with('.') || name.starts_with('-')) return false;
  if (utf8::find_invalid(name) != std::string_view::npos) return false;
  const bool plain = std::ranges::all_of(name, [](char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
  });
  // What slug_key() drops beyond ASCII is no letter: a blank, a control, a symbol.
  return plain && utf8::count(slug_key(name)).code_points == utf8::count(name).code_points;
}

}  // namespace milepost
