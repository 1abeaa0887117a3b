#include "search/title_words.h"

#include <algorithm>
#include <utility>

#include "base/slip.h"
#include "search/words.h"

namespace milepost::search {

namespace {

constexpr std::size_t kMostOfWord = 4;
// In words of a title, of which there are few, slips tell themselves in shorter ones.
constexpr std::size_t kTellingLetters = 4;
// Shorter ones are near to many: a letter may be mistaken or swapped, and none left out.
constexpr std::size_t kBriefLetters = 3;

bool is_brief_slip(std::string_view title, std::string_view word) {
  return title.size() == kBriefLetters && word.size() == kBriefLetters &&
         is_one_slip_apart(title, word, kBriefLetters);
}

}  // namespace

TitleWords::TitleWords(const std::vector<std::string_view>& titles) {
  std::string folded;
  for (const std::string_view title : titles) {
    for (Place at = next_word(title, 0, folded); !at.empty();
         at = next_word(title, at.end, folded)) {
      ++words_[folded];
    }
  }
}

std::vector<std::string> TitleWords::meant_for(std::string_view word, Brief brief) const {
  const bool too_brief = word.size() < kTellingLetters;
  if (too_brief && brief == Brief::kNot) return {};
  const auto there = words_.lower_bound(word);
  if (there != words_.end() && there->first.starts_with(word)) return {};
  struct Near {
    std::string word;
    bool whole = false;
    std::size_t titles = 0;
  };
  std::vector<Near> near;
  for (const auto& [title, count] : words_) {
    if (too_brief ? is_brief_slip(title, word) : is_one_slip_apart(title, word, kTellingLetters)) {
      near.push_back({title, true, count});
      continue;
    }
    if (too_brief) continue;
    // The end of a word may be missing: "snapsoht" is near to "snapshots".
    for (std::size_t length = word.size(); length <= word.size() + 1; ++length) {
      if (length >= title.size()) break;
      if (is_one_slip_apart(std::string_view(title).substr(0, length), word)) {
        near.push_back({title.substr(0, length), false, count});
        break;
      }
    }
  }
  std::ranges::stable_sort(near, [](const Near& a, const Near& b) {
    return std::pair(a.whole, a.titles) > std::pair(b.whole, b.titles);
  });
  std::vector<std::string> words;
  for (Near& one : near) {
    // "volume" is a word, and the beginning of "volumes".
    const bool named = std::ranges::find(words, one.word) != words.end();
    if (words.size() < kMostOfWord && !named) words.push_back(std::move(one.word));
  }
  return words;
}

}  // namespace milepost::search
