#include "features/diff/part_pairs.h"

#include <algorithm>

#include "base/outline.h"
#include "base/word_diff.h"

namespace milepost::diff {

namespace {

constexpr std::size_t kMostCompared = 50;
constexpr double kSamePart = 0.45;  // words shared by two states of one part
// One that has grown or shrunk a lot begins or ends as it did: so many words, of the shorter one.
constexpr std::size_t kLeastGrown = 6;
constexpr double kSameEnds = 0.5;

// Numbers for each pair of an old and a new part.
class Grid {
 public:
  Grid(std::size_t rows, std::size_t columns) : columns_(columns), values_(rows * columns) {}
  double& at(std::size_t row, std::size_t column) { return values_[row * columns_ + column]; }

 private:
  std::size_t columns_;
  std::vector<double> values_;
};

using Words = std::vector<std::string_view>;

// How much of the shorter one the other begins and ends with.
bool has_grown(const Words& one, const Words& other) {
  const std::size_t shorter = std::min(one.size(), other.size());
  if (shorter < kLeastGrown) return false;
  std::size_t first = 0;
  while (first < shorter && one[first] == other[first]) ++first;
  std::size_t last = 0;
  while (first + last < shorter && one.rbegin()[last] == other.rbegin()[last]) ++last;
  return static_cast<double>(first + last) >= kSameEnds * static_cast<double>(shorter);
}

Grid likeness(const std::vector<std::string_view>& olds,
              const std::vector<std::string_view>& news) {
  std::vector<Words> old_words;
  for (const std::string_view part : olds) old_words.push_back(split_words(part));
  Grid alike(olds.size(), news.size());
  for (std::size_t n = 0; n < news.size(); ++n) {
    const auto words = split_words(news[n]);
    for (std::size_t o = 0; o < olds.size(); ++o) {
      const double share = shared_words(old_words[o], words);
      const bool same = share >= kSamePart || has_grown(old_words[o], words);
      alike.at(o, n) = same ? share : 0;
    }
  }
  return alike;
}

}  // namespace

std::vector<std::uint32_t> pair_parts(const std::vector<std::string_view>& olds,
                                      const std::vector<std::string_view>& news) {
  std::vector<std::uint32_t> same(news.size(), kNowhere);
  if (olds.size() > kMostCompared || news.size() > kMostCompared) return same;
  Grid alike = likeness(olds, news);
  // The most that the first so many of both can share.
  Grid best(olds.size() + 1, news.size() + 1);
  for (std::size_t o = 1; o <= olds.size(); ++o) {
    for (std::size_t n = 1; n <= news.size(); ++n) {
      const double together = best.at(o - 1, n - 1) + alike.at(o - 1, n - 1);
      best.at(o, n) = std::max({best.at(o - 1, n), best.at(o, n - 1), together});
    }
  }
  std::size_t o = olds.size();
  std::size_t n = news.size();
  while (o > 0 && n > 0) {
    if (best.at(o, n) == best.at(o - 1, n)) {
      --o;
    } else if (best.at(o, n) == best.at(o, n - 1)) {
      --n;
    } else {
      same[--n] = static_cast<std::uint32_t>(--o);
    }
  }
  return same;
}

}  // namespace milepost::diff
