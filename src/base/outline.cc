#include "base/outline.h"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>

#include "base/common_lines.h"
#include "base/strings.h"

namespace milepost {

namespace {

constexpr double kAlike = 0.75;
constexpr std::size_t kMostPairs = 40'000;  // to compare more, each with each, takes long
constexpr std::size_t kLongestName = 300;

}  // namespace

void pair_same(std::span<const std::string_view> olds, std::span<const std::string_view> news,
               OutlinePairs& pairs) {
  std::unordered_map<std::string_view, std::vector<std::size_t>> left;
  for (std::size_t b = olds.size(); b-- > 0;) {
    if (pairs.next[b] == kNowhere) left[olds[b]].push_back(b);
  }
  for (std::size_t a = 0; a < news.size(); ++a) {
    if (pairs.former[a] != kNowhere) continue;
    const auto found = left.find(news[a]);
    if (found == left.end() || found->second.empty()) continue;
    pairs.pair(found->second.back(), a);
    found->second.pop_back();
  }
}

void pair_alike(std::span<const std::string_view> olds, std::span<const std::string_view> news,
                OutlinePairs& pairs) {
  const auto gone = static_cast<std::size_t>(std::ranges::count(pairs.next, kNowhere));
  const auto come = static_cast<std::size_t>(std::ranges::count(pairs.former, kNowhere));
  if (gone * come > kMostPairs) return;
  struct Likely {
    double alike;
    std::size_t b, a;
  };
  std::vector<Likely> likely;
  for (std::size_t b = 0; b < olds.size(); ++b) {
    if (pairs.next[b] != kNowhere || olds[b].size() > kLongestName) continue;
    for (std::size_t a = 0; a < news.size(); ++a) {
      if (pairs.former[a] != kNowhere || news[a].size() > kLongestName) continue;
      const double alike = similarity(olds[b], news[a], kAlike);
      if (alike >= kAlike) likely.push_back({alike, b, a});
    }
  }
  std::ranges::stable_sort(likely, std::ranges::greater(), &Likely::alike);
  for (const Likely& found : likely) {
    const bool left = pairs.next[found.b] == kNowhere && pairs.former[found.a] == kNowhere;
    if (left) pairs.pair(found.b, found.a);
  }
}

std::vector<bool> find_moved(const OutlinePairs& pairs, std::span<const std::uint32_t> old_parents,
                             std::span<const std::uint32_t> new_parents) {
  // Those that stayed are in one order on both sides: as many as can be.
  std::vector<std::string> names(new_parents.size());  // of what is on both sides
  std::vector<std::uint32_t> kept;
  for (std::uint32_t a = 0; a < new_parents.size(); ++a) {
    if (pairs.former[a] == kNowhere) continue;
    names[a] = std::to_string(a);
    kept.push_back(a);
  }
  std::vector<std::string_view> olds;
  std::vector<std::string_view> news;
  for (const std::uint32_t a : pairs.next) {
    if (a != kNowhere) olds.push_back(names[a]);
  }
  for (const std::uint32_t a : kept) news.push_back(names[a]);
  std::vector<bool> displaced(new_parents.size());
  for (const std::uint32_t a : kept) displaced[a] = true;
  for (const LinePair stays : common_lines(olds, news)) displaced[kept[stays.new_line]] = false;

  std::vector<bool> moved(new_parents.size());
  for (const std::uint32_t a : kept) {
    const std::uint32_t parent = new_parents[a];
    const std::uint32_t old_parent = old_parents[pairs.former[a]];
    const std::uint32_t was = parent == kNowhere ? kNowhere : pairs.former[parent];
    const bool came = parent != kNowhere && was == kNowhere;
    const bool went = old_parent != kNowhere && pairs.next[old_parent] == kNowhere;
    const bool same = was == old_parent;
    const bool follows = same && parent != kNowhere && displaced[parent];
    moved[a] = (!same && !came && !went) || (displaced[a] && !follows);
  }
  return moved;
}

}  // namespace milepost
