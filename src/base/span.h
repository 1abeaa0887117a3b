// A Span is a half-open range of byte offsets into one Source.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace milepost {

struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  constexpr std::uint32_t size() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
  constexpr bool contains(std::uint32_t offset) const { return begin <= offset && offset < end; }
  constexpr bool contains(Span inner) const { return begin <= inner.begin && inner.end <= end; }
  constexpr bool overlaps(Span other) const { return begin < other.end && other.begin < end; }
  constexpr std::string_view of(std::string_view text) const {
    return text.substr(begin, end - begin);
  }
  friend constexpr bool operator==(Span, Span) = default;
};

constexpr Span cover(Span a, Span b) {
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

}  // namespace milepost
