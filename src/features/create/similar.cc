#include "features/create/similar.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <unordered_map>

#include "base/strings.h"
#include "process/heading_key.h"

namespace milepost::create {

namespace {

constexpr std::size_t kMost = 5;
// Two of three telling words in common.
constexpr double kAlike = 0.4;

using TitleWords = std::set<std::string>;

TitleWords words_of(std::string_view title) {
  const std::string all = heading_words(title);
  TitleWords words;
  std::string_view rest = all;
  while (!rest.empty()) {
    auto [word, tail] = cut(rest, ' ');
    rest = tail;
    // One or many of a thing is the same thing.
    if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.remove_suffix(1);
    if (!word.empty()) words.emplace(word);
  }
  return words;
}

}  // namespace

std::vector<Similar> find_similar(const Index& index, std::string_view title) {
  std::vector<TitleWords> titles;
  std::unordered_map<std::string, double> times;
  for (const Card& card : index.cards) {
    for (const std::string& word : titles.emplace_back(words_of(card.title))) ++times[word];
  }
  const double count = static_cast<double>(titles.size()) + 1;
  const auto weight = [&](const std::string& word) {
    return std::log(1 + count / (1 + times[word]));
  };
  const TitleWords wanted = words_of(title);
  const std::string same = heading_words(title);
  double whole = 0;
  for (const std::string& word : wanted) whole += weight(word);

  std::vector<Similar> found;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    double common = 0;
    double all = whole;
    for (const std::string& word : titles[i]) {
      (wanted.contains(word) ? common : all) += weight(word);
    }
    const Card& card = index.cards[i];
    const double likeness = all > 0 ? common / all : 0;
    if (likeness < kAlike) continue;
    found.push_back({&card, likeness, heading_words(card.title) == same});
  }
  std::ranges::stable_sort(found, [](const Similar& a, const Similar& b) {
    return std::pair(a.same_title, a.likeness) > std::pair(b.same_title, b.likeness);
  });
  if (found.size() > kMost) found.resize(kMost);
  return found;
}

}  // namespace milepost::create
