#include "render/footnotes.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "render/raw_html.h"

namespace milepost {

namespace {

constexpr std::size_t kLongestLabel = 64;

// "1" of "[^1]..."; "" when the text begins otherwise.
std::string_view footnote_label(std::string_view text) {
  if (!text.starts_with("[^")) return {};
  std::size_t end = 2;
  const auto is_of_label = [](char c) { return is_alnum(c) || c == '-' || c == '_'; };
  while (end < text.size() && end < kLongestLabel && is_of_label(text[end])) ++end;
  if (end == text.size() || text[end] != ']') return {};
  return text.substr(2, end - 2);
}

std::size_t marker_size(std::string_view label) { return label.size() + 3; }

}  // namespace

Footnotes::Footnotes(std::string_view text, std::string id_prefix)
    : id_prefix_(std::move(id_prefix)) {
  for (std::size_t at = text.find("[^"); at != text.npos; at = text.find("[^", at + 1)) {
    const std::string_view label = footnote_label(text.substr(at, kLongestLabel + 1));
    if (label.empty() || !text.substr(at + marker_size(label)).starts_with(':')) continue;
    std::size_t begin = at;
    while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '>')) --begin;
    if (begin == 0 || text[begin - 1] == '\n') labels_.insert(lower(label));
  }
}

void Footnotes::write(std::string_view text, LineStart start, HtmlWriter& writer) {
  if (labels_.empty()) {
    writer.text(text);
    return;
  }
  std::size_t written = 0;
  for (std::size_t at = text.find("[^"); at != text.npos; at = text.find("[^", at + 1)) {
    const std::string_view label = footnote_label(text.substr(at));
    if (label.empty() || !labels_.contains(lower(label))) continue;
    const std::size_t end = at + marker_size(label);
    writer.text(text.substr(written, at - written));
    if (at == 0 && start != LineStart::kInside && text.substr(end).starts_with(':') &&
        begun_.insert(lower(label)).second) {
      // Notes on lines that follow each other are one paragraph to Markdown.
      if (start == LineStart::kLine) writer.add("br", ElementKind::kPoint);
      writer.open("span", ElementKind::kPhrase,
                  R"( class="note")" + attribute_html("id", id_of(label)));
      writer.text(label);
      writer.close();
    } else {
      writer.open("sup", ElementKind::kPhrase);
      writer.open("a", ElementKind::kPhrase, attribute_html("href", "#" + id_of(label)));
      writer.text(label);
      writer.close();
      writer.close();
    }
    written = end;
  }
  writer.text(text.substr(written));
}

// No heading is called so, and no author may: a colon is in none of their ids.
std::string Footnotes::id_of(std::string_view label) const {
  return id_prefix_ + "note:" + lower(label);
}

}  // namespace milepost
