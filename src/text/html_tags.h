// Reads the tags of raw HTML in order, as far as anchors need it: as lenient as a
// browser, but without a tree. Linear in the text, whatever it is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace milepost::html {

struct Tag {
  std::string_view name;  // as written: "A", "h2"
  bool closing = false;
  std::size_t begin = 0;  // of its "<"
  std::size_t end = 0;    // after its ">", or where it breaks off
  std::string_view id;    // values as written, entities and all
  std::string_view anchor_name;
};

class TagReader {
 public:
  explicit TagReader(std::string_view html) : html_(html) {}

  // False when there is none any more. A comment is a tag without a name.
  bool next(Tag& tag);

 private:
  void read_attributes(Tag& tag);
  std::string_view read_value();

  std::string_view html_;
  std::size_t at_ = 0;
};

// What a reader sees of `html`: tags and comments left out, entities resolved.
std::string text_of(std::string_view html);

}  // namespace milepost::html
