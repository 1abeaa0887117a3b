#include "base/common_lines.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

namespace milepost {

namespace {

// A line that both texts hold, and where it is.
struct Line {
  std::uint32_t id;
  std::uint32_t at;
};
using Lines = std::span<const Line>;

// A line that occurs once in each text, as its indexes among the shared lines.
struct Anchor {
  std::size_t in_old;
  std::size_t in_new;
};

// The longest run of anchors that ascends on both sides; they come in the order
// of the old one. This is patience sorting.
std::vector<Anchor> longest_ascent(const std::vector<Anchor>& anchors) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> tops;  // the lowest anchor that ends an ascent of each length
  std::vector<std::size_t> before(anchors.size(), kNone);
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    const auto top = std::lower_bound(
        tops.begin(), tops.end(), anchors[i].in_new,
        [&](std::size_t index, std::size_t in_new) { return anchors[index].in_new < in_new; });
    if (top != tops.begin()) before[i] = *std::prev(top);
    if (top == tops.end()) {
      tops.push_back(i);
    } else {
      *top = i;
    }
  }
  std::vector<Anchor> ascent;
  for (std::size_t i = tops.empty() ? kNone : tops.back(); i != kNone; i = before[i]) {
    ascent.push_back(anchors[i]);
  }
  std::reverse(ascent.begin(), ascent.end());
  return ascent;
}

// Myers' greedy search for the shortest edit. Past kMaxEdits it settles for the
// path that got furthest and begins anew there, so a search costs at most
// kMaxEdits steps for each line it leaves behind.
class Aligner {
 public:
  explicit Aligner(std::vector<LinePair>& pairs) : pairs_(pairs) {}

  void align(Lines old_lines, Lines new_lines) {
    while (!old_lines.empty() && !new_lines.empty()) {
      old_ = old_lines;
      new_ = new_lines;
      const End end = search();
      trace_back(end);
      old_lines = old_lines.subspan(static_cast<std::size_t>(end.x));
      new_lines = new_lines.subspan(static_cast<std::size_t>(end.x - end.diagonal));
    }
  }

 private:
  static constexpr int kMaxEdits = 256;
  static constexpr int kUnreachable = -1;

  // Old lines passed after so many edits, on the diagonal old − new.
  struct End {
    int edits;
    int diagonal;
    int x;
  };

  int old_size() const { return static_cast<int>(old_.size()); }
  int new_size() const { return static_cast<int>(new_.size()); }

  int& reached(int edits, int diagonal) {
    const int row = edits * (edits + 1) / 2;
    return reached_[static_cast<unsigned>(row + (diagonal + edits) / 2)];
  }

  // Where the best last edit leads to: a line taken out, or one put in.
  int after_removal(int edits, int diagonal) {
    if (diagonal == -edits) return kUnreachable;
    const int x = reached(edits - 1, diagonal - 1);
    return x == kUnreachable || x == old_size() ? kUnreachable : x + 1;
  }
  int after_insertion(int edits, int diagonal) {
    if (diagonal == edits) return kUnreachable;
    const int x = reached(edits - 1, diagonal + 1);
    return x == kUnreachable || x - diagonal > new_size() ? kUnreachable : x;
  }
  int after_edit(int edits, int diagonal) {
    if (edits == 0) return 0;
    return std::max(after_removal(edits, diagonal), after_insertion(edits, diagonal));
  }

  End search() {
    End furthest{0, 0, 0};
    for (int edits = 0; edits <= kMaxEdits; ++edits) {
      make_room(edits);
      furthest = {edits, 0, kUnreachable};
      int most = -1;
      for (int diagonal = -edits; diagonal <= edits; diagonal += 2) {
        int x = after_edit(edits, diagonal);
        if (x != kUnreachable) x = follow_equal_lines(x, diagonal);
        reached(edits, diagonal) = x;
        if (x == kUnreachable || 2 * x - diagonal <= most) continue;
        most = 2 * x - diagonal;
        furthest = {edits, diagonal, x};
      }
      if (most == old_size() + new_size()) break;
    }
    return furthest;
  }

  // Most texts differ by little: the room for many edits is made when it is needed.
  void make_room(int edits) {
    const auto size = static_cast<std::size_t>((edits + 1) * (edits + 2) / 2);
    if (reached_.size() < size) reached_.resize(std::max(size, 2 * reached_.size()));
  }

  int follow_equal_lines(int x, int diagonal) const {
    while (x < old_size() && x - diagonal < new_size() &&
           old_[static_cast<std::size_t>(x)].id ==
               new_[static_cast<std::size_t>(x - diagonal)].id) {
      ++x;
    }
    return x;
  }

  void trace_back(End at) {
    const std::size_t first = pairs_.size();
    while (true) {
      const int begin = after_edit(at.edits, at.diagonal);
      for (int x = at.x - 1; x >= begin; --x) {
        pairs_.push_back({old_[static_cast<std::size_t>(x)].at,
                          new_[static_cast<std::size_t>(x - at.diagonal)].at});
      }
      if (at.edits == 0) break;
      const bool removed = after_removal(at.edits, at.diagonal) == begin;
      at.diagonal += removed ? -1 : 1;
      at.x = removed ? begin - 1 : begin;
      --at.edits;
    }
    std::reverse(pairs_.begin() + static_cast<std::ptrdiff_t>(first), pairs_.end());
  }

  std::vector<LinePair>& pairs_;
  Lines old_;
  Lines new_;
  // For each number of edits, how far each of its diagonals got.
  std::vector<int> reached_;
};

// Of two texts without the ends they share, the lines that occur in both: any
// other line can only be removed or inserted.
struct Middle {
  std::vector<Line> old_lines;
  std::vector<Line> new_lines;
  std::vector<Anchor> anchors;
};

// The lines given are numbered from `first`.
Middle shared_lines(std::span<const std::string_view> old_lines,
                    std::span<const std::string_view> new_lines, std::uint32_t first) {
  struct Seen {
    std::uint32_t id = 0;
    std::uint32_t in_old = 0;  // how often
    std::uint32_t in_new = 0;
    std::size_t last_in_new = 0;
  };
  std::unordered_map<std::string_view, Seen> seen;
  for (const auto line : old_lines) {
    ++seen.try_emplace(line, Seen{static_cast<std::uint32_t>(seen.size())}).first->second.in_old;
  }
  Middle middle;
  for (std::uint32_t i = 0; i < new_lines.size(); ++i) {
    const auto found = seen.find(new_lines[i]);
    if (found == seen.end()) continue;
    ++found->second.in_new;
    found->second.last_in_new = middle.new_lines.size();
    middle.new_lines.push_back({found->second.id, first + i});
  }
  for (std::uint32_t i = 0; i < old_lines.size(); ++i) {
    const Seen& line = seen.find(old_lines[i])->second;
    if (line.in_new == 0) continue;
    if (line.in_old == 1 && line.in_new == 1) {
      middle.anchors.push_back({middle.old_lines.size(), line.last_in_new});
    }
    middle.old_lines.push_back({line.id, first + i});
  }
  return middle;
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::vector<LinePair> common_lines(std::span<const std::string_view> old_lines,
                                   std::span<const std::string_view> new_lines) {
  const auto differ = std::ranges::mismatch(old_lines, new_lines);
  const auto first = static_cast<std::uint32_t>(differ.in1 - old_lines.begin());
  const std::size_t shorter = std::min(old_lines.size(), new_lines.size());
  std::uint32_t last = 0;
  while (first + last < shorter &&
         old_lines[old_lines.size() - 1 - last] == new_lines[new_lines.size() - 1 - last]) {
    ++last;
  }

  std::vector<LinePair> pairs;
  pairs.reserve(shorter);
  for (std::uint32_t i = 0; i < first; ++i) pairs.push_back({i, i});

  Middle middle = shared_lines(old_lines.subspan(first, old_lines.size() - first - last),
                               new_lines.subspan(first, new_lines.size() - first - last), first);
  auto anchors = longest_ascent(middle.anchors);
  anchors.push_back({middle.old_lines.size(), middle.new_lines.size()});
  Aligner aligner(pairs);
  Anchor done{0, 0};
  for (const Anchor& anchor : anchors) {
    // An anchor begins what follows it, lest its pair be made twice.
    aligner.align(Lines(middle.old_lines).subspan(done.in_old, anchor.in_old - done.in_old),
                  Lines(middle.new_lines).subspan(done.in_new, anchor.in_new - done.in_new));
    done = anchor;
  }

  for (std::uint32_t i = last; i > 0; --i) {
    pairs.push_back({static_cast<std::uint32_t>(old_lines.size() - i),
                     static_cast<std::uint32_t>(new_lines.size() - i)});
  }
  return pairs;
}

}  // namespace milepost
