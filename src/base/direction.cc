#include "base/direction.h"

#include <cstddef>
#include <string_view>

#include "base/utf8.h"

namespace milepost {

namespace {

constexpr char32_t kEndOfEmbedding = 0x202C;
constexpr char32_t kEndOfIsolate = 0x2069;

// What ends a direction that the character begins; 0 where it begins none.
char32_t end_of(char32_t c) {
  const bool embeds = c == 0x202A || c == 0x202B || c == 0x202D || c == 0x202E;
  const bool isolates = c >= 0x2066 && c <= 0x2068;
  return embeds ? kEndOfEmbedding : isolates ? kEndOfIsolate : 0;
}

}  // namespace

void end_directions(std::string& text) {
  // All of these characters begin so in UTF-8.
  constexpr char kLead = '\xe2';
  std::u32string open;
  for (std::size_t at = text.find(kLead); at != text.npos; at = text.find(kLead, at + 1)) {
    const char32_t c = utf8::decode(std::string_view(text).substr(at)).code_point;
    if (const char32_t end = end_of(c); end != 0) {
      open += end;
    } else if (c == kEndOfIsolate) {
      // It ends the embeddings within the isolate, too.
      if (const std::size_t isolate = open.rfind(c); isolate != open.npos) open.resize(isolate);
    } else if (c == kEndOfEmbedding && !open.empty() && open.back() == c) {
      open.pop_back();
    }
  }
  while (!open.empty()) {
    utf8::append(text, open.back());
    open.pop_back();
  }
}

}  // namespace milepost
