#include "base/strings.h"
#include "process/heading_key.h"
#include "process/load_parts.h"

namespace milepost {

namespace {

// The words of a sentence, with "*" for those that may be any.
std::vector<std::string> sentence_words(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const auto [token, rest] = cut(text, ' ');
    text = rest;
    if (token == "*") {
      words.emplace_back("*");
      continue;
    }
    const std::string plain = heading_words(token);
    for (std::string_view left = plain; !left.empty();) {
      const auto [word, others] = cut(left, ' ');
      words.emplace_back(word);
      left = others;
    }
  }
  return words;
}

// A sentence that is short, or begins with anything, would be found in any text.
bool tells(const std::vector<std::string>& words) {
  constexpr std::size_t kLeastWords = 3;
  return words.size() >= kLeastWords && words.front() != "*" && words.back() != "*";
}

}  // namespace

void read_delegation(YamlReader& in, const YamlNode& node, DelegationSigns& signs) {
  in.expect_keys(node, {"sentences", "templates"});
  if (node.find("sentences")) signs.sentences.clear();
  std::vector<Place> places;
  for (const std::string& text : in.texts(node, "sentences", &places)) {
    std::vector<std::string> words = sentence_words(text);
    if (!tells(words)) {
      in.fail(places[signs.sentences.size()],
              "a sentence needs three words at least, and none but words at its ends");
    }
    signs.sentences.push_back(std::move(words));
  }
  if (node.find("templates")) signs.templates.clear();
  for (const YamlNode& entry : in.list(node, "templates")) {
    in.expect_keys(entry, {"title", "file", "headings"});
    OtherTemplate other{in.required_text(entry, "title"), in.required_text(entry, "file"), {}};
    for (const std::string& heading : in.texts(entry, "headings")) {
      other.keys.push_back(heading_key(heading));
    }
    constexpr std::size_t kLeastHeadings = 3;
    if (other.keys.size() < kLeastHeadings) {
      in.fail(entry.span, "three `headings` at least tell a template from others");
    }
    signs.templates.push_back(std::move(other));
  }
}

}  // namespace milepost
