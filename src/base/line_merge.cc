#include "base/line_merge.h"

#include <span>

#include "base/common_lines.h"

namespace milepost {

namespace {

using Lines = std::span<const std::string_view>;

constexpr std::uint32_t kNoLine = static_cast<std::uint32_t>(-1);

// For each line of the base, the line it is in the other text.
std::vector<std::uint32_t> partners(Lines base, Lines other) {
  std::vector<std::uint32_t> found(base.size(), kNoLine);
  for (const LinePair& pair : common_lines(base, other)) found[pair.old_line] = pair.new_line;
  return found;
}

std::string joined(Lines lines) {
  std::string text;
  for (const std::string_view line : lines) text += line;
  return text;
}

class Merger {
 public:
  Merger(Lines base, Lines one, Lines other, MergeSide right)
      : base_(base), one_(one), other_(other), right_(right) {}

  LineMerge merge() {
    const std::vector<std::uint32_t> in_one = partners(base_, one_);
    const std::vector<std::uint32_t> in_other = partners(base_, other_);
    for (std::uint32_t i = 0; i < base_.size(); ++i) {
      if (in_one[i] == kNoLine || in_other[i] == kNoLine) continue;
      take_until({i, in_one[i], in_other[i]});
      merge_.text += base_[i];
      done_ = {i + 1, in_one[i] + 1, in_other[i] + 1};
    }
    take_until({base_.size(), one_.size(), other_.size()});
    return std::move(merge_);
  }

 private:
  struct Place {
    std::size_t base = 0, one = 0, other = 0;
  };

  // What stands before the next line that all three have.
  void take_until(const Place& end) {
    const std::string base = joined(base_.subspan(done_.base, end.base - done_.base));
    std::string one = joined(one_.subspan(done_.one, end.one - done_.one));
    std::string other = joined(other_.subspan(done_.other, end.other - done_.other));
    if (one == base || one == other) {
      merge_.text += other;
    } else if (other == base) {
      merge_.text += one;
    } else if (base.empty()) {
      merge_.text += one + other;
    } else {
      merge_.text += right_ == MergeSide::kOne ? one : other;
      merge_.conflicts.push_back({base, std::move(one), std::move(other)});
    }
  }

  Lines base_, one_, other_;
  MergeSide right_;
  Place done_;  // everything before it is merged
  LineMerge merge_;
};

}  // namespace

LineMerge merge_lines(std::string_view base, std::string_view one, std::string_view other,
                      MergeSide right) {
  const auto base_lines = split_lines(base);
  const auto one_lines = split_lines(one);
  const auto other_lines = split_lines(other);
  return Merger(base_lines, one_lines, other_lines, right).merge();
}

}  // namespace milepost
