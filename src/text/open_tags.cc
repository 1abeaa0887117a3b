#include "text/open_tags.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/html_names.h"

namespace milepost::html {

namespace {

constexpr Fingerprinter::Key kOpenTagsKey = {0x6d696c65706f7374, 0x6f70656e20746167};
constexpr std::array<std::string_view, 6> kHeadings = {"h1", "h2", "h3", "h4", "h5", "h6"};

// An item ends the one before it beyond these.
bool is_item_border(std::string_view name) {
  return is_special(name) && name != "address" && name != "div" && name != "p";
}

// Formatting that is left open in one of these goes no further.
bool is_cell(std::string_view name) { return name == "td" || name == "th" || name == "caption"; }

bool is_group_of_rows(std::string_view name) {
  return name == "tbody" || name == "thead" || name == "tfoot";
}

}  // namespace

std::size_t OpenTags::place_of(std::string_view name) const {
  const auto places = places_.find(std::string(name));
  return places == places_.end() || places->second.empty() ? kNowhere : places->second.back();
}

bool OpenTags::is_heading_open() const {
  return std::ranges::any_of(kHeadings, [&](std::string_view name) { return has(name); });
}

Fingerprint OpenTags::state() const {
  const Fingerprint chain = stack_.empty() ? Fingerprint{} : stack_.back().chain;
  if (chain == Fingerprint{} && left_ == Fingerprint{}) return {};
  return Fingerprinter(kOpenTagsKey).add(chain).add(left_).made();
}

void OpenTags::push(std::string_view name, std::string_view written) {
  Open one;
  if (!stack_.empty()) one = stack_.back();
  one.name = name;
  one.own = Fingerprinter(kOpenTagsKey).add(written).made();
  one.left = left_;
  one.holds_rows = holds_rows(name);
  if (name != "p") one.chain = Fingerprinter(kOpenTagsKey).add(one.chain).add(written).made();
  if (bars_end_tags(name)) one.bar = one.list_bar = stack_.size() + 1;
  if (name == "ul" || name == "ol") one.list_bar = stack_.size() + 1;
  if (is_special(name)) ++one.specials;
  if (is_item_border(name)) ++one.item_borders;
  places_[one.name].push_back(stack_.size());
  stack_.push_back(std::move(one));
}

// Ends that one and all within it.
void OpenTags::pop_to(std::size_t place) {
  while (stack_.size() > place) {
    const Open& top = stack_.back();
    places_[top.name].pop_back();
    if (is_cell(top.name)) left_ = top.left;
    if (stack_.size() > place + 1 && is_formatting(top.name)) {
      left_ = Fingerprinter(kOpenTagsKey).add(left_).add(top.own).made();
    }
    stack_.pop_back();
  }
}

void OpenTags::end_paragraph() {
  const std::size_t place = place_of("p");
  if (place != kNowhere && place >= stack_.back().bar) pop_to(place);
}

// The one before, where the begin of the next ends it.
void OpenTags::end_item(std::string_view name) {
  std::size_t place = place_of(name);
  if (name != "li") {
    const std::size_t other = place_of(name == "dd" ? "dt" : "dd");
    if (place == kNowhere || (other != kNowhere && other > place)) place = other;
  }
  if (place == kNowhere || stack_[place].item_borders != stack_.back().item_borders) return;
  pop_to(place);
}

// Rows and groups that are not written are there all the same.
void OpenTags::enter_table_part(std::string_view name) {
  const std::size_t table = place_of("table");
  if (table == kNowhere) return doubt();
  const auto may_hold = [&](const std::string& outer) {
    if (outer == "table") return true;
    if (name == "col") return outer == "colgroup";
    if (name == "tr") return is_group_of_rows(outer);
    return (name == "td" || name == "th") && (outer == "tr" || is_group_of_rows(outer));
  };
  while (!may_hold(stack_.back().name)) pop_to(stack_.size() - 1);
  const bool cell = name == "td" || name == "th";
  if ((cell || name == "tr") && stack_.back().name == "table") push("tbody", "<tbody>");
  if (cell && stack_.back().name != "tr") push("tr", "<tr>");
}

void OpenTags::open(std::string_view name, std::string_view written) {
  if (has_own_rules(name)) own_rules_ = true;
  if (in_doubt_) return;
  const bool again = (name == "a" && (has(name) || left_ != Fingerprint{})) ||
                     (is_heading_tag(name) && is_heading_open()) || (name == "table" && has("p"));
  const bool of_page = is_of_page(name) && !has_no_end(name);
  if (of_page || is_intricate(name) || again) return doubt();
  if (ends_paragraph(name)) end_paragraph();
  if (name == "li" || name == "dd" || name == "dt") end_item(name);
  if (is_of_table(name) && name != "table") {
    enter_table_part(name);
  } else if (!stack_.empty() && stack_.back().holds_rows) {
    doubt();
  }
  if (!in_doubt_ && !has_no_end(name)) push(name, written);
}

// It ends the formatting that began last, also where what that stood in has ended.
void OpenTags::close_formatting(std::string_view name) {
  const std::size_t place = place_of(name);
  if (place == kNowhere) {
    if (left_ != Fingerprint{}) doubt();
    return;
  }
  const bool plain =
      stack_[place].specials == stack_.back().specials && stack_[place].left == left_;
  plain ? pop_to(place) : doubt();
}

void OpenTags::close_table_part(std::string_view name) {
  const std::size_t place = place_of(name);
  if (place != kNowhere && place >= place_of("table")) pop_to(place);
}

void OpenTags::close(std::string_view name) {
  if (in_doubt_) return;
  if (name == "body" || name == "html") return doubt();
  if (is_formatting(name)) return close_formatting(name);
  if (is_of_table(name)) return close_table_part(name);
  const std::size_t place = place_of(name);
  if (place == kNowhere) {
    if (is_heading_tag(name) && is_heading_open()) doubt();
    return;
  }
  const Open& top = stack_.back();
  if (name == "li") {
    if (place >= top.list_bar) pop_to(place);
  } else if (ends_paragraph(name)) {
    if (place >= top.bar) pop_to(place);
  } else if (stack_[place].specials == top.specials || is_special(name)) {
    pop_to(place);
  }
}

bool OpenTags::is_stray(std::string_view name) const {
  const bool makes_one = name == "p" || name == "br";
  const bool closes_others = is_heading_tag(name) || name == "body" || name == "html";
  if (makes_one || closes_others || in_doubt_ || left_ != Fingerprint{}) return false;
  return !has(name);
}

}  // namespace milepost::html
