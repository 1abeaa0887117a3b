// The tags of HTML that are open, as a browser has them, as far as they have a say in what
// follows.
//
// It is not a browser's tree. Where tags do not fit together, and a browser mends that in ways
// that only the tree tells, it is in doubt and stays so: then all that follows must be taken to
// depend on all that came before. Each tag costs the same, however many are open.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/fingerprint.h"

namespace milepost::html {

class OpenTags {
 public:
  // `written` is the tag with its attributes.
  void open(std::string_view name, std::string_view written);
  void close(std::string_view name);
  // Text that is no white space.
  void show_text() {
    if (!stack_.empty() && stack_.back().holds_rows) doubt();
  }

  // Whether an end tag closes nothing and is passed over.
  bool is_stray(std::string_view name) const;

  // Whether comments may be text here.
  bool under_own_rules() const { return own_rules_; }
  bool in_doubt() const { return in_doubt_; }
  // Whether any are open, or were when the doubt began.
  bool any() const { return !stack_.empty() || left_ != Fingerprint{}; }
  bool has(std::string_view name) const { return place_of(name) != kNowhere; }

  // What is open, but for paragraphs, which end by themselves; zero when there is nothing.
  Fingerprint state() const;

 private:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  struct Open {
    std::string name;
    Fingerprint chain;  // of it and those around it
    Fingerprint own;
    Fingerprint left;              // what was left when it began
    std::size_t bar = 0;           // how many are outside of what an end tag reaches
    std::size_t list_bar = 0;      // the same for the end tag of an item
    std::size_t specials = 0;      // how many of those up to it are special
    std::size_t item_borders = 0;  // those of them that an item's begin does not look beyond
    bool holds_rows = false;
  };

  void doubt() { in_doubt_ = true; }
  void push(std::string_view name, std::string_view written);
  void pop_to(std::size_t place);
  std::size_t place_of(std::string_view name) const;
  bool is_heading_open() const;
  void end_paragraph();
  void end_item(std::string_view name);
  void enter_table_part(std::string_view name);
  void close_formatting(std::string_view name);
  void close_table_part(std::string_view name);

  std::vector<Open> stack_;
  std::unordered_map<std::string, std::vector<std::size_t>> places_;  // in the stack, by name
  Fingerprint left_;  // formatting that was open when what it stands in ended
  bool own_rules_ = false;
  bool in_doubt_ = false;
};

}  // namespace milepost::html
