// Reads the tags of raw HTML in order: as lenient as a browser, but without a tree. Linear in the
// text, whatever it is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace milepost::html {

struct Tag {
  std::string_view name;  // as written: "A", "h2"
  bool closing = false;
  std::size_t begin = 0;  // of its "<"
  std::size_t end = 0;    // after its ">", or where it breaks off
  std::string_view id;    // values as written, entities and all
  std::string_view anchor_name;
};

struct Attribute {
  std::string_view name;
  std::string_view value;  // as written, too
};

class TagReader {
 public:
  explicit TagReader(std::string_view html) : html_(html) {}

  // False when there is none any more. A comment is a tag without a name. All attributes of the
  // tag are put into `attributes`, if that is given.
  bool next(Tag& tag, std::vector<Attribute>* attributes = nullptr);

 private:
  void read_attributes(Tag& tag, std::vector<Attribute>* attributes);
  std::string_view read_value();

  std::string_view html_;
  std::size_t at_ = 0;
};

// What a reader sees of `html`: tags and comments left out, entities resolved.
std::string text_of(std::string_view html);

}  // namespace milepost::html
