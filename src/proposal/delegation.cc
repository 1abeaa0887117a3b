#include "proposal/delegation.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "base/strings.h"
#include "process/heading_key.h"
#include "text/inline.h"

namespace milepost {

namespace {

// Who leaves all to a parent says so at the beginning.
constexpr std::uint32_t kBeginning = 16 << 10;
// How many words a "*" of a sentence may stand for.
constexpr std::size_t kGap = 6;
// Of another template's headings so many show that it is followed.
constexpr std::size_t kLeastHeadings = 3;
constexpr double kMostHeadings = 0.6;

using WordList = std::vector<std::string_view>;

WordList words_in(std::string_view text) {
  WordList words;
  while (!text.empty()) {
    const auto [word, rest] = cut(text, ' ');
    words.push_back(word);
    text = rest;
  }
  return words;
}

bool begins_with(std::span<const std::string_view> text, std::span<const std::string> sentence) {
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    if (sentence[i] == "*") {
      for (std::size_t gap = 0; gap <= std::min(kGap, text.size() - i); ++gap) {
        if (begins_with(text.subspan(i + gap), sentence.subspan(i + 1))) return true;
      }
      return false;
    }
    if (i >= text.size() || text[i] != sentence[i]) return false;
  }
  return true;
}

using Sentence = std::vector<std::string>;
using Sentences = std::vector<const Sentence*>;

bool says(const Sentences& sentences, const std::string& paragraph) {
  const WordList words = words_in(paragraph);
  const std::span<const std::string_view> all(words);
  return std::ranges::any_of(sentences, [&](const Sentence* sentence) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (begins_with(all.subspan(i), *sentence)) return true;
    }
    return false;
  });
}

// Which words a text has, each looked for once.
class KnownWords {
 public:
  explicit KnownWords(std::string_view text) : text_(text) {}

  // Whether the text may say the sentence. The shortest words are everywhere, and "and" may
  // be written "&".
  bool may_say(const Sentence& sentence) {
    constexpr std::size_t kTelling = 3;
    return std::ranges::all_of(sentence, [&](const std::string& word) {
      return word.size() < kTelling || word == "and" || has(word);
    });
  }

 private:
  bool has(std::string_view word) {
    const auto known = std::ranges::find(words_, word, &Word::text);
    if (known != words_.end()) return known->there;
    words_.push_back({word, find_ignoring_case(text_, word) != text_.npos});
    return words_.back().there;
  }

  struct Word {
    std::string_view text;
    bool there;
  };
  std::string_view text_;
  std::vector<Word> words_;
};

// The sentences of which a text has all words that tell: only there words are taken apart.
Sentences sentences_for(const Sentences& sentences, std::string_view text) {
  KnownWords words(text);
  Sentences found;
  std::ranges::copy_if(sentences, std::back_inserter(found),
                       [&](const Sentence* sentence) { return words.may_say(*sentence); });
  return found;
}

// Most texts lack the longest words already.
bool has_longest_of(const Sentences& sentences, std::string_view text) {
  return std::ranges::any_of(sentences, [&](const Sentence* sentence) {
    const auto longest = std::ranges::max_element(*sentence, {}, &std::string::size);
    return find_ignoring_case(text, *longest) != text.npos;
  });
}

// Where the last paragraph of the beginning ends.
std::uint32_t end_of_beginning(const Document& document) {
  std::uint32_t end = 0;
  for (const Block& block : document.blocks()) {
    if (block.span.begin >= kBeginning) break;
    if (block.kind == BlockKind::kParagraph) end = std::max(end, block.span.end);
  }
  return end;
}

// Up to the end of the section's own text.
std::uint32_t end_of_text(const Document& document, std::uint32_t offset) {
  const std::uint32_t section = document.section_at(offset);
  return section == kNone ? offset : document.sections()[section].body.end;
}

// Elsewhere on the web a proposal is known by its number: …/586-zones, …/issues/1739.
bool may_be_proposal(std::string_view destination) {
  if (destination.empty() || destination.starts_with('#')) return false;
  if (destination.find("://") == destination.npos) return true;
  while (!destination.empty()) {
    const auto [part, rest] = cut(destination, '/');
    destination = rest;
    const std::size_t digits = std::min(part.find_first_not_of("0123456789"), part.size());
    if (digits > 0 && (digits == part.size() || part[digits] == '-')) return true;
  }
  return false;
}

std::optional<Delegation> parent_beside(const Document& document, const Block& paragraph) {
  const std::uint32_t end = std::max(paragraph.span.end, end_of_text(document, paragraph.span.end));
  for (const Link& link : find_links(document)) {
    if (link.span.begin < paragraph.span.begin || link.span.begin >= end) continue;
    if (link.kind == LinkKind::kImage || link.kind == LinkKind::kDefinition) continue;
    std::string destination = destination_of(document, link);
    if (!may_be_proposal(destination)) continue;
    return Delegation{link.span, plain_text(document.text(link.text)), std::move(destination)};
  }
  return std::nullopt;
}

std::optional<Delegation> find_parent(const Process& process, const Document& document) {
  Sentences all;
  for (const Sentence& sentence : process.delegation.sentences) all.push_back(&sentence);
  const Sentences sentences = sentences_for(all, document.text({0, end_of_beginning(document)}));
  if (sentences.empty()) return std::nullopt;
  for (const Block& block : document.blocks()) {
    if (block.span.begin >= kBeginning) break;
    if (block.kind != BlockKind::kParagraph) continue;
    const std::string_view raw = document.text(block.span);
    if (!has_longest_of(sentences, raw)) continue;
    const Sentences likely = sentences_for(sentences, raw);
    if (likely.empty() || !says(likely, heading_words(plain_text(raw)))) continue;
    if (auto found = parent_beside(document, block)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Delegation> find_delegation(const Process& process, const Document& document,
                                          const std::vector<std::string_view>& keys) {
  if (auto found = find_parent(process, document)) return found;
  for (const OtherTemplate& other : process.delegation.templates) {
    std::size_t shared = 0;
    std::size_t first = keys.size();
    for (const std::string& key : other.keys) {
      const auto at = static_cast<std::size_t>(std::ranges::find(keys, key) - keys.begin());
      shared += at < keys.size() ? 1 : 0;
      first = std::min(first, at);
    }
    const bool most =
        static_cast<double>(shared) >= kMostHeadings * static_cast<double>(other.keys.size());
    if (shared < kLeastHeadings || !most) continue;
    const Heading& heading = document.heading_of(document.sections()[first]);
    return Delegation{heading.span, other.title, {}, &other};
  }
  return std::nullopt;
}

}  // namespace milepost
