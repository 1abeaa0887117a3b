#include "features/search/corrections.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/slip.h"

namespace milepost::search {

namespace {

constexpr std::size_t kMostOfWord = 4;
constexpr std::size_t kMost = 8;
// In words of a title, of which there are few, slips tell themselves in shorter ones.
constexpr std::size_t kTellingLetters = 4;
// Shorter ones are near to many: a letter may be mistaken or swapped, and none left out.
constexpr std::size_t kBriefLetters = 3;

// How many titles have each word.
using TitleWords = std::map<std::string, std::size_t>;

TitleWords title_words(const Index& index) {
  TitleWords words;
  std::string folded;
  for (const Card& card : index.cards) {
    for (Place at = next_word(card.title, 0, folded); !at.empty();
         at = next_word(card.title, at.end, folded)) {
      ++words[folded];
    }
  }
  return words;
}

bool is_brief_slip(std::string_view title, std::string_view word) {
  return title.size() == kBriefLetters && word.size() == kBriefLetters &&
         is_one_slip_apart(title, word, kBriefLetters);
}

// What a word may have been meant for, whole words before beginnings of one, then by how many
// titles have them; nothing when titles have it.
std::vector<std::string> meant_for(const TitleWords& titles, const std::string& word, Brief brief) {
  struct Near {
    std::string word;
    bool whole = false;
    std::size_t titles = 0;
  };
  std::vector<Near> near;
  for (const auto& [title, count] : titles) {
    if (title.starts_with(word)) return {};
    if (is_one_slip_apart(title, word, kTellingLetters) ||
        (brief == Brief::kToo && is_brief_slip(title, word))) {
      near.push_back({title, true, count});
      continue;
    }
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
    if (words.size() < kMostOfWord) words.push_back(std::move(one.word));
  }
  return words;
}

}  // namespace

std::vector<std::vector<Term>> corrections(const Index& index, const std::vector<Term>& terms,
                                           Brief brief) {
  const TitleWords titles = title_words(index);
  std::vector<std::vector<Term>> all = {terms};
  bool any = false;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = 0; j < terms[i].words.size(); ++j) {
      const std::vector<std::string> meant = meant_for(titles, terms[i].words[j], brief);
      if (meant.empty()) continue;
      any = true;
      std::vector<std::vector<Term>> next;
      for (const std::string& word : meant) {
        for (const std::vector<Term>& one : all) {
          if (next.size() == kMost) break;
          next.push_back(one);
          next.back()[i].words[j] = word;
        }
      }
      all = std::move(next);
    }
  }
  if (!any) all.clear();
  return all;
}

}  // namespace milepost::search
