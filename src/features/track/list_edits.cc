#include "features/track/list_edits.h"

#include <algorithm>

#include "base/edits.h"
#include "base/strings.h"

namespace milepost::track {

ListEdits::ListEdits(const Document& from, const std::vector<IssueItem>& theirs, const Document& to,
                     const std::vector<IssueItem>& ours)
    : from_(from), theirs_(theirs), to_(to), ours_(ours), added_(theirs.size()) {}

bool ListEdits::add(std::uint32_t item, bool ticked) {
  const auto found = place_for(item);
  if (!found) return false;
  const Place& place = *found;
  const std::string_view end = line_end_of(to_.text());
  std::string line = place.indent + place.marker + (ticked ? " [x]" : " [ ]");
  std::string_view text = from_.text(theirs_[item].text_span);
  for (bool first = true; !text.empty(); first = false) {
    const auto [part, rest] = cut(text, '\n');
    if (first) {
      line += ' ';
    } else {
      line.append(end).append(place.indent).append("  ");
    }
    line += trim(part);
    text = rest;
  }
  edits_.push_back({Edit{{place.offset, place.offset},
                         place.before ? line.append(end) : std::string(end).append(line)}});
  added_[item] = place;
  return true;
}

std::optional<ListEdits::Place> ListEdits::place_for(std::uint32_t item) const {
  const IssueItem& wanted = theirs_[item];
  for (std::uint32_t i = item; i-- > 0;) {
    if (theirs_[i].list != wanted.list || theirs_[i].parent != wanted.parent) continue;
    if (added_[i]) return added_[i];
    if (const IssueItem* const sibling = same(i)) return place_of(*sibling);
  }
  const auto younger = [&](const IssueItem& ours) {
    const auto one = std::ranges::find_if(theirs_, [&](const IssueItem& other) {
      return other.list == ours.list && other.key == ours.key;
    });
    return one != theirs_.end() && one->list == wanted.list && one->parent == wanted.parent;
  };
  const auto sibling = std::ranges::find_if(ours_, younger);
  if (sibling != ours_.end()) {
    Place place = place_of(*sibling);
    place.before = true;
    place.offset =
        static_cast<std::uint32_t>(sibling->span.begin - line_before(sibling->span.begin).size());
    return place;
  }
  if (wanted.parent != kNone) {
    const IssueItem* const parent = same(wanted.parent);
    auto place = parent ? std::optional(place_of(*parent)) : added_[wanted.parent];
    if (!place) return std::nullopt;
    if (parent) place->offset = end_of_line(parent->text_span.end);
    place->indent += "  ";
    return place;
  }
  const auto last = std::find_if(ours_.rbegin(), ours_.rend(), [&](const IssueItem& ours) {
    return ours.list == wanted.list && ours.parent == kNone;
  });
  return last == ours_.rend() ? std::nullopt : std::optional(place_of(*last));
}

ListEdits::Place ListEdits::place_of(const IssueItem& ours) const {
  std::uint32_t end = ours.span.end;
  while (end > ours.span.begin && is_space(to_.text()[end - 1])) --end;
  Place place;
  place.offset = end_of_line(end);
  // What a quote or another list has put before it is not for the next line but for one of them.
  place.indent = line_before(ours.span.begin);
  for (char& c : place.indent) {
    if (c != '>' && c != '\t') c = ' ';
  }
  const char marker = to_.text()[ours.span.begin];
  if (marker == '*' || marker == '+') place.marker = marker;
  return place;
}

const IssueItem* ListEdits::same(std::uint32_t item) const {
  const auto found = std::ranges::find_if(ours_, [&](const IssueItem& ours) {
    return ours.list == theirs_[item].list && ours.key == theirs_[item].key;
  });
  return found == ours_.end() ? nullptr : &*found;
}

std::string_view ListEdits::line_before(std::uint32_t offset) const {
  const std::string_view text = to_.text().substr(0, offset);
  const std::size_t end = text.rfind('\n');
  return end == text.npos ? text : text.substr(end + 1);
}

std::uint32_t ListEdits::end_of_line(std::uint32_t offset) const {
  std::size_t end = to_.text().find('\n', offset);
  if (end == std::string_view::npos) end = to_.text().size();
  if (end > offset && to_.text()[end - 1] == '\r') --end;
  return static_cast<std::uint32_t>(end);
}

}  // namespace milepost::track
