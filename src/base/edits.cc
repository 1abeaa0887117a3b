#include "base/edits.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace milepost {

namespace {

// The edits taken so far, none of which overlap.
class Taken {
 public:
  explicit Taken(std::size_t text_size) : text_size_(text_size) {}

  bool add_group(const std::vector<Edit>& group) {
    const std::size_t before = in_order_.size();
    for (const Edit& edit : group) {
      if (add(edit)) continue;
      undo(before);
      return false;
    }
    return true;
  }

  // By place; insertions before what replaces the text they stand at.
  std::vector<const Edit*> sorted() && {
    std::stable_sort(in_order_.begin(), in_order_.end(), [](const Edit* a, const Edit* b) {
      return std::tie(a->span.begin, a->span.end) < std::tie(b->span.begin, b->span.end);
    });
    return std::move(in_order_);
  }

 private:
  bool add(const Edit& edit) {
    const auto [begin, end] = edit.span;
    if (begin > end || end > text_size_) return false;
    if (edit.span.empty()) {
      if (insertions_.contains({begin, edit.text})) return true;
      if (is_inside_replaced(begin)) return false;
      insertions_.emplace(begin, edit.text);
    } else {
      const auto same = replacements_.find(begin);
      if (same != replacements_.end()) return *same->second == edit;
      if (is_inside_replaced(begin) || replaces_in(begin, end) || inserts_in(begin, end)) {
        return false;
      }
      replacements_.emplace(begin, &edit);
    }
    in_order_.push_back(&edit);
    return true;
  }

  bool is_inside_replaced(std::uint32_t offset) const {
    const auto next = replacements_.lower_bound(offset);
    return next != replacements_.begin() && std::prev(next)->second->span.end > offset;
  }
  bool replaces_in(std::uint32_t begin, std::uint32_t end) const {
    const auto next = replacements_.lower_bound(begin);
    return next != replacements_.end() && next->first < end;
  }
  bool inserts_in(std::uint32_t begin, std::uint32_t end) const {
    const auto next = insertions_.lower_bound({begin + 1, {}});
    return next != insertions_.end() && next->first < end;
  }

  void undo(std::size_t size) {
    for (; in_order_.size() > size; in_order_.pop_back()) {
      const Edit& edit = *in_order_.back();
      if (edit.span.empty()) {
        insertions_.erase({edit.span.begin, edit.text});
      } else {
        replacements_.erase(edit.span.begin);
      }
    }
  }

  std::size_t text_size_;
  std::map<std::uint32_t, const Edit*> replacements_;  // by where they begin
  std::set<std::pair<std::uint32_t, std::string_view>> insertions_;
  std::vector<const Edit*> in_order_;
};

}  // namespace

std::string_view line_end_of(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end != text.npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

Splice splice(std::string_view text, std::span<const std::vector<Edit>> groups) {
  Splice result;
  Taken taken(text.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!taken.add_group(groups[i])) result.left.push_back(i);
  }
  std::size_t done = 0;
  for (const Edit* edit : std::move(taken).sorted()) {
    result.text += text.substr(done, edit->span.begin - done);
    result.text += edit->text;
    done = edit->span.end;
  }
  result.text += text.substr(done);
  return result;
}

}  // namespace milepost
