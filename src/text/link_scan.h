// The parts of links and link definitions: labels, destinations, titles, and the
// definitions at the head of a paragraph. Each scanner takes the offset where its
// part should begin and gives the offset after it, 0 when it is not there.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text/document.h"

namespace milepost::links {

struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// "[label]" without nested brackets and at most 999 characters long.
std::size_t label_end(std::string_view text, std::size_t at);

struct Destination {
  Extent extent;  // without "<" and ">"
  std::size_t after = 0;
};
// "<any text>" or characters with balanced parentheses up to white space.
std::optional<Destination> destination(std::string_view text, std::size_t at);

std::size_t title_end(std::string_view text, std::size_t at);

// White space with at most one line end in it.
std::size_t skip_space(std::string_view text, std::size_t at);

struct Definition {
  Extent label;
  Extent destination;
  std::size_t end = 0;   // of its text; a line end or the text's end follows
  std::size_t next = 0;  // where the next line begins
};
std::optional<Definition> definition(std::string_view text, std::size_t at);

// A label as labels are compared: white space collapsed, case ignored.
std::string normalized(std::string_view label);

// Labels to definitions. With `any` every reference with a label of its own
// counts as defined, for text without a document.
class References {
 public:
  References() = default;
  References(std::string_view source, const std::vector<LinkDefinition>& definitions);
  static References any();

  // The index of the definition, kNone when there is none. `shortcut`: the label
  // is also the text, as in "[label]".
  std::uint32_t find(std::string_view label) const;
  bool defined(std::string_view label, bool shortcut) const;

 private:
  bool any_ = false;
  std::unordered_map<std::string, std::uint32_t> by_label_;
};

}  // namespace milepost::links

// Links that are their own text: "<https://…>" and, as GitHub has it, a bare
// "https://…" or "www.…".
namespace milepost::autolink {

// The offset after the autolink or address whose "<" is at `at`; 0 for none.
std::size_t angle_end(std::string_view text, std::size_t at);

struct Bare {
  std::size_t begin = 0;
  std::size_t end = 0;  // 0: none
};
// The bare link around the ":" of its scheme, or at the "w" of its "www.". It may
// begin before `at`, but not before `text_begin`.
Bare bare(std::string_view text, std::size_t at, std::size_t text_begin);

}  // namespace milepost::autolink
