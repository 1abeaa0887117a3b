// The one place that knows libyaml: its events become a tree of spans. A fault
// stops it; text/yaml.h says what happens then.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "text/yaml.h"

namespace milepost {

// Why reading stopped, in libyaml's words (or ours for what it never sees).
struct YamlFault {
  YamlProblemKind kind = YamlProblemKind::kSyntax;
  std::string_view doing;    // static: "while scanning a simple key"; may be empty
  std::string_view problem;  // static: "could not find expected ':'"
  std::uint32_t began = 0;   // where what was being done began, as an offset
  std::uint32_t at = 0;
};

// Problems of our own making, beside libyaml's.
inline constexpr std::string_view kInvalidUtf8 = "invalid UTF-8";
inline constexpr std::string_view kControlCharacter = "control character";

struct YamlRead {
  YamlNode root;  // what was read, when there is no fault; an empty map for nothing
  std::vector<YamlProblem> problems;
  std::optional<YamlFault> fault;
};

// Reads `within`, which must not begin with a byte order mark. What is nested
// deeper than `max_depth` is a fault, found before libyaml has read it all.
YamlRead read_yaml_events(const Source& source, Span within, int max_depth);

}  // namespace milepost
