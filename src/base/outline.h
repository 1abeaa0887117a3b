// Two states of an outline, such as the headings of a text before and after it was
// changed: which entry of one became which of the other, and which moved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace milepost {

inline constexpr std::uint32_t kNowhere = UINT32_MAX;

struct OutlinePairs {
  std::vector<std::uint32_t> next;    // of each old entry, what it became; kNowhere: it is gone
  std::vector<std::uint32_t> former;  // of each new entry, what it was; kNowhere: it is new

  OutlinePairs(std::size_t olds, std::size_t news) : next(olds, kNowhere), former(news, kNowhere) {}
  void pair(std::size_t old_entry, std::size_t new_entry) {
    next[old_entry] = static_cast<std::uint32_t>(new_entry);
    former[new_entry] = static_cast<std::uint32_t>(old_entry);
  }
};

// Pairs entries left over that have one name; of several, the first with the first.
void pair_same(std::span<const std::string_view> olds, std::span<const std::string_view> news,
               OutlinePairs& pairs);

// Pairs entries left over whose names are alike, the most alike first. Where very
// many are left the outline was written anew, and nothing is paired.
void pair_alike(std::span<const std::string_view> olds, std::span<const std::string_view> news,
                OutlinePairs& pairs);

// The new entries that have another parent, or stand elsewhere in the order than
// most of them do. What only follows its parent did not move, nor did what has a
// parent that came or went around it. Parents are places; kNowhere for none.
std::vector<bool> find_moved(const OutlinePairs& pairs, std::span<const std::uint32_t> old_parents,
                             std::span<const std::uint32_t> new_parents);

}  // namespace milepost
