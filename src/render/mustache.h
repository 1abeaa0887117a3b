// A Mustache template, read once and filled with values as often as wanted. What is filled in is
// escaped for HTML, unless the template has three braces around the name: that is for HTML which
// milepost made itself.
//
// It knows {{name}}, {{a.b}}, {{.}}, {{{name}}}, {{#section}}, {{^section}}, {{/section}} and
// {{>partial}}. null, false, "" and [] are nothing to show. A line that has tags of sections which
// are shown, and nothing else, is left out. Immutable; threads may share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "render/json_value.h"

namespace milepost {

// The text of a partial; "" when there is none.
using FindPartial = std::function<std::string(std::string_view name)>;

class Mustache {
 public:
  // Fails when the template or a partial of it is wrong.
  static Result<Mustache> parse(std::string_view text, const FindPartial& partial);

  std::string fill(const Json& data) const;

 private:
  struct Part {
    enum class Kind : std::uint8_t { kText, kLineEnd, kValue, kHtml, kSection, kInverted };
    Kind kind = Kind::kText;
    std::string text;                // of a kText
    std::vector<std::string> names;  // of a tag: "a" and "b" of {{a.b}}; none of {{.}}
    std::size_t end = 0;             // of a section: the part after its last
  };
  class Parser;
  class Filler;

  std::vector<Part> parts_;  // those of a section follow it
};

}  // namespace milepost
